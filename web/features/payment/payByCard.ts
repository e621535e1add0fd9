import { type PayMethod } from '@slipway/contract/entities/payMethods.ts';
import { call } from '../../api/call.ts';
import { currentDraft, unordered, updateDraft } from '../draft/draft.ts';
import type { Checkout } from './nextStep.ts';

/**
 * Gives up an order that was priced for a wallet, and keeps all that was chosen for one by card. Throws the refusal of an
 * order that cannot be given up any more.
 */
export async function payByCard(checkout: Checkout): Promise<void> {
  const { orderNo, sendCurrency, sendCurrencyAmount, getCurrency, getCurrencyAmount, address } = checkout;
  await call('cancelOrder', { orderNo });
  // Another device, or another tab, knows nothing of the choices but what the order says.
  const isOfThisTab = currentDraft().orderNo === orderNo;
  updateDraft({
    ...(isOfThisTab ? {} : { side: 'Pay', sendCurrency, sendCurrencyAmount, getCurrency, getCurrencyAmount, address }),
    payMethod: 'credit_debit_card' satisfies PayMethod,
    ...unordered,
    quoteToken: '',
    quoteExpireTime: 0,
  });
}
