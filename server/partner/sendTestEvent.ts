import { createWebhookExample, type WebhookType } from '@slipway/contract/webhookEvents.ts';
import type { Transaction } from '../platform/database/database.ts';
import { randomToken } from '../platform/secrets.ts';
import { insertPartnerEvent } from './partnerEventStore.ts';

/** Queues an event that is marked as a test, and returns its id. */
export async function sendTestEvent(
  transaction: Transaction,
  partnerId: string,
  { type, now }: { readonly type: WebhookType; readonly now: Date },
): Promise<string> {
  const id = `evt_${randomToken()}`;
  const body = JSON.stringify({ ...createWebhookExample(type), timestamp: now.toISOString(), test: true });
  await insertPartnerEvent(transaction, { id, partnerId, orderId: null, lane: id, sequence: 0, type, body });
  return id;
}
