import type { WebhookEvent, WebhookType } from '@slipway/contract/webhookEvents.ts';
import { NO_PARTNER } from '../../partner/partner.ts';
import { insertPartnerEvent } from '../../partner/partnerEventStore.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { randomToken } from '../../platform/secrets.ts';
import type { Order } from './order.ts';
import { deliveredTransaction } from './orderStore.ts';
import { presentPartnerOrder } from './presentPartnerOrder.ts';

type Standing = Pick<Order, 'status' | 'exception' | 'dispute'>;

/** What a partner is told of a change; undefined where nothing of it is a partner's matter. Null before: it was just made. */
export function webhookTypeOf(before: Standing | null, after: Standing): WebhookType | undefined {
  if (!before) return 'order.created';
  if (after.status !== before.status) return `order.${after.status}`;
  if (after.dispute !== before.dispute) return 'order.dispute_changed';
  return after.exception === before.exception ? undefined : 'order.exception_changed';
}

/** Writes what the order's partner will be told of a change, in the transaction of the change. Nothing is sent here. */
export async function tellPartner(
  transaction: Transaction,
  before: Standing | null,
  after: Order,
  at: Date,
): Promise<void> {
  if (after.partnerId === NO_PARTNER) return;
  const type = webhookTypeOf(before, after);
  if (!type) return;
  const transactionId = after.status === 'delivered' ? await deliveredTransaction(transaction, after.id) : null;
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
