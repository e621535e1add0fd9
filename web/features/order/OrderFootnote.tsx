import type { OrderDetail } from '@slipway/contract/entities/order.ts';
import { type TextKey, text } from '../../i18n/text.ts';

import { isOver } from './orderStatuses.ts';

/** By the words of a status that goes on without the buyer, see {@link statusWords}. */
const footnotes: Readonly<Record<string, TextKey>> = {
  awaiting_payment_bank: 'payment.transfer_later',
  underpaid: 'payment.transfer_later',
  authorizing: 'payment.keep_open',
  capturing: 'order.updates_capturing',
  voiding: 'order.updates_voiding',
  paid: 'order.updates_itself',
  converting: 'order.updates_itself',
  converted: 'order.updates_itself',
  delivering: 'order.updates_itself',
  on_hold: 'order.updates_review',
  on_hold_paid: 'order.updates_held',
  delivery_failed: 'order.updates_held',
  refunding: 'order.updates_refund',
  provider: 'waitPayment.updates_itself',
};

/** The key of {@link OrderFootnote} for an order; another provider writes its letters itself. */
export function footnoteWords(order: OrderDetail, words: string): string {
  if (!order.provider) return words;
  return isOver(order.status) ? '' : 'provider';
}

/** The buyer may leave: what a letter will say. Nothing where the buyer has to act or all is over. */
export function OrderFootnote({ words }: { readonly words: string }) {
  const key = footnotes[words];
  return key ? <p className="hint order-hint">{text(key)}</p> : null;
}
