import { type PayMethod } from '@slipway/contract/entities/payMethods.ts';
import { call } from '../../../api/call.ts';
import { currentDraft, noOrder, updateDraft } from '../../draft/draft.ts';
import type { Checkout } from '../checkoutStep.ts';

/**
 * Cancels an order that was priced for a wallet and keeps the buyer's choices for a new order by card. Throws the
 * server's error if the order can no longer be cancelled.
 */
export async function switchOrderToCard(checkout: Checkout): Promise<void> {
  const { orderNo, sendCurrency, sendCurrencyAmount, getCurrency, getCurrencyAmount, address } = checkout;
  await call('cancelOrder', { orderNo });
  // Another device or tab has no draft and knows the choices only from the order.
  const isOfThisTab = currentDraft().orderNo === orderNo;
  updateDraft({
    ...(isOfThisTab ? {} : { side: 'Pay', sendCurrency, sendCurrencyAmount, getCurrency, getCurrencyAmount, address }),
    payMethod: 'credit_debit_card' satisfies PayMethod,
    ...noOrder,
    quoteToken: '',
    quoteExpireTime: 0,
  });
}
