import type { CallRequest } from '@slipway/contract/calls.ts';
import type { PayMethod } from '@slipway/contract/entities/payMethods.ts';
import { getRememberedPartner } from '../partner/rememberPartner.ts';
import type { Draft } from './draft.ts';
import { readInquiryReferences, readRefererOrder } from './references.ts';

/** Returns the order request for any provider, from the draft, the remembered partner and the references of the visit. */
export function buildOrderRequest(draft: Draft): CallRequest<'coinOrder'> {
  return {
    sendCurrency: draft.sendCurrency,
    sendCurrencyAmount: draft.side === 'Pay' ? draft.sendCurrencyAmount : '',
    getCurrency: draft.getCurrency,
    getCurrencyAmount: draft.side === 'Get' ? draft.getCurrencyAmount : '',
    token: draft.quoteToken,
    // The server rejects unknown methods.
    payMethod: draft.payMethod as PayMethod,
    offerType: draft.offerType,
    partnerId: getRememberedPartner(),
    ...readInquiryReferences(),
    address: draft.address,
    acceptContract: draft.acceptedContract === draft.address,
    saveAddress: draft.isSaveAddress,
    walletType: draft.walletType,
    exchangeName: draft.exchange,
    ...buildOptionalField('redirectUrl', draft.redirectUrl),
    ...buildOptionalField('partnerSession', draft.partnerSession),
    ...buildOptionalField('referer_order', readRefererOrder()),
  };
}

function buildOptionalField<Name extends string>(name: Name, value: string): { [Key in Name]?: string } {
  return (value ? { [name]: value } : {}) as { [Key in Name]?: string };
}
