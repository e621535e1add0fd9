import type { PayMethod } from '@slipway/contract/entities/scalars.ts';
import { call } from '../../api/call.ts';
import { type Draft, updateDraft } from '../draft/draft.ts';
import { rememberedPartner } from '../partner/partnerQuery.ts';

/**
 * Makes the order that another provider fulfils and keeps what it said in the draft. Gives the path on which the
 * purchase goes on. Throws CallError.
 */
export async function placeProviderOrder(draft: Draft): Promise<string> {
  const made = await call('cryptoOrder', {
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
    saveAddress: draft.isSaveAddress,
    walletType: draft.walletType,
    exchangeName: draft.exchange,
    ...(draft.redirectUrl && { redirectUrl: draft.redirectUrl }),
  });
  const { orderNo, service, nextStepContent, serviceLogoUrl } = made;
  updateDraft({ quoteToken: '', quoteExpireTime: 0, orderNo, service, nextStepContent, serviceLogoUrl });
  return `/wait-payment?orderNo=${encodeURIComponent(orderNo)}`;
}
