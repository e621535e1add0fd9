import type { WebhookEvent, WebhookType } from '@slipway/contract/webhookEvents.ts';
import { NO_PARTNER } from '../../../partner/partner.ts';
import { insertPartnerEvent } from '../../../partner/partnerEventStore.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import { randomToken } from '../../../platform/secrets.ts';
import type { Order } from '../order.ts';
import { findDeliveryTransaction } from '../orderStore.ts';
import { presentPartnerOrder } from './presentPartnerOrder.ts';

type PartnerVisibleState = Pick<Order, 'status' | 'exception' | 'dispute'>;

/**
 * Returns the type of the partner's event for a change; undefined if the change does not concern the partner. `before` is
 * null for a new order.
 */
export function findWebhookType(
  before: PartnerVisibleState | null,
  after: PartnerVisibleState,
): WebhookType | undefined {
  if (!before) return 'order.created';
  if (after.status !== before.status) return `order.${after.status}`;
  if (after.dispute !== before.dispute) return 'order.dispute_changed';
  return after.exception === before.exception ? undefined : 'order.exception_changed';
}

/** Writes the webhook event of a change for the order's partner, in the same transaction. Sends nothing. */
export async function recordPartnerEvent(
  transaction: Transaction,
  before: PartnerVisibleState | null,
  after: Order,
  at: Date,
): Promise<void> {
  if (after.partnerId === NO_PARTNER) return;
  const type = findWebhookType(before, after);
  if (!type) return;
  const transactionId = after.status === 'delivered' ? await findDeliveryTransaction(transaction, after.id) : null;
  await insertPartnerEvent(transaction, {
    id: `evt_${randomToken()}`,
    partnerId: after.partnerId,
    orderId: after.id,
    lane: after.orderNo,
    sequence: after.eventSequence,
    type,
    body: JSON.stringify(presentWebhook(type, after, at, transactionId)),
  });
}

function presentWebhook(type: WebhookType, order: Order, at: Date, transactionId: string | null): WebhookEvent {
  return { type, timestamp: at.toISOString(), data: presentPartnerOrder(order, transactionId) };
}
