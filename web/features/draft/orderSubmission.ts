import type { CallRequest } from '@slipway/contract/calls.ts';
import type { PayMethod } from '@slipway/contract/entities/payMethods.ts';
import { rememberedPartner } from '../partner/rememberedPartner.ts';
import type { Draft } from './draft.ts';
import { keptReferences } from './references.ts';

/** What an order is made from, with any provider: the draft's choices, and who led the buyer here. */
export function orderSubmission(draft: Draft): CallRequest<'coinOrder'> {
  return {
    sendCurrency: draft.sendCurrency,
    sendCurrencyAmount: draft.side === 'Pay' ? draft.sendCurrencyAmount : '',
    getCurrency: draft.getCurrency,
    getCurrencyAmount: draft.side === 'Get' ? draft.getCurrencyAmount : '',
    token: draft.quoteToken,
    // The server refuses a method that it does not know.
    payMethod: draft.payMethod as PayMethod,
    offerType: draft.offerType,
    partnerId: rememberedPartner(),
    address: draft.address,
    acceptContract: draft.acceptedContract === draft.address,
    saveAddress: draft.isSaveAddress,
    walletType: draft.walletType,
    exchangeName: draft.exchange,
    ...optional('redirectUrl', draft.redirectUrl),
    ...optional('partnerSession', draft.partnerSession),
    ...optional('referer_order', keptReferences().refererOrder),
  };
}

function optional<Name extends string>(name: Name, value: string): { [Key in Name]?: string } {
  return (value ? { [name]: value } : {}) as { [Key in Name]?: string };
}
