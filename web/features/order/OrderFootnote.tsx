import type { OrderDetail } from '@slipway/contract/entities/order.ts';
import { type TextKey, text } from '../../i18n/text.ts';

import { isOver } from './orderStatuses.ts';

/** Footnotes by status text key ({@link findStatusKey}); other statuses have none. */
const footnotesByStatusKey: Readonly<Record<string, TextKey>> = {
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

/** Returns the key of {@link OrderFootnote} for an order; other providers send their own emails. */
export function findFootnoteKey(order: OrderDetail, statusKey: string): string {
  if (!order.provider) return statusKey;
  return isOver(order.status) ? '' : 'provider';
}

/**
 * Explains that the page can be closed, and which email follows if the buyer has nothing to do. Renders nothing for a status
 * without a footnote.
 */
export function OrderFootnote({ statusKey }: { readonly statusKey: string }) {
  const key = footnotesByStatusKey[statusKey];
  return key ? <p className="hint order-hint">{text(key)}</p> : null;
}
