import { raiseAlert } from '../notification/alertStore.ts';
import type { Database, Transaction } from '../platform/database/database.ts';
import type { Log } from '../platform/log/log.ts';
import type { Keys } from '../platform/secrets.ts';
import type { WebhookAnswer, WebhookPoster } from '../platform/webhook/postWebhook.ts';
import { buildWebhookHeaders } from '../platform/webhook/signWebhook.ts';
import { type DeliveryDecision, decideNextDelivery } from './decideNextDelivery.ts';
import { insertDelivery } from './deliveryStore.ts';
import { endEndpointSlowdown, slowDownEndpoint, switchEndpointOff } from './endpointStore.ts';
import {
  type DeliveryLease,
  findNextEvent,
  finishEvent,
  leaseDueSequences,
  listDuePartners,
  releaseUntilRetry,
  renewLease,
  type WaitingEvent,
} from './eventSequenceStore.ts';
import type { Partners } from './partner.ts';
import { listSigningSecrets } from './secretStore.ts';

export type DeliveryContext = {
  readonly database: Database;
  readonly keys: Pick<Keys, 'partnerSecrets'>;
  readonly partners: () => Partners;
  readonly post: WebhookPoster;
  /** Identifies this process in its leases. */
  readonly worker: string;
  /** From 0 to below 1. */
  readonly random: () => number;
  readonly log: Log;
};

/** Webhook delivery of one worker. */
export type EventDelivery = {
  /** Starts all due deliveries and returns without waiting for them. Run periodically by the worker. */
  readonly round: () => Promise<void>;
  /** Resolves when all started deliveries have ended. */
  readonly idle: () => Promise<void>;
  /** Starts nothing more and resolves when all started deliveries have ended. */
  readonly stop: () => Promise<void>;
};

export function createEventDelivery(context: DeliveryContext): EventDelivery {
  const { database, log, worker } = context;
  const underWay = new Set<Promise<void>>();
  let leaseCount = 0;
  let stopping = false;

  /** Starts deliveries of one partner up to its limit; runs again after each that ends. */
  async function startDeliveries(partnerId: string): Promise<void> {
    const url = context.partners().get(partnerId)?.webhookUrl;
    if (stopping || url === undefined) return;
    leaseCount += 1;
    // A new lease name each time: if this process lost an event sequence and leased it again, its former delivery must not
    // count as the holder.
    for (const lease of await leaseDueSequences(database, partnerId, `${worker}:${leaseCount}`)) {
      const work = deliverSequence(context, lease, url, () => stopping)
        .then(() => startDeliveries(partnerId))
        .catch((error: unknown) =>
          log.error({ partnerId, error }, 'the deliveries of an order failed: another lease repeats them'),
        )
        .finally(() => underWay.delete(work));
      underWay.add(work);
    }
  }

  async function idle(): Promise<void> {
    while (underWay.size > 0) await Promise.all(underWay);
  }

  return {
    async round() {
      for (const partnerId of await listDuePartners(database)) await startDeliveries(partnerId);
    },
    idle,
    async stop() {
      stopping = true;
      await idle();
    },
  };
}

/** Delivers the waiting events of one order in sequence, as long as each is accepted or given up. */
async function deliverSequence(
  context: DeliveryContext,
  lease: DeliveryLease,
  url: string,
  isStopping: () => boolean,
): Promise<void> {
  const { database, keys, post, random } = context;
  const secrets = await listSigningSecrets(database, keys.partnerSecrets, lease.partnerId);
  let event = await database.transaction(async (transaction) =>
    (await renewLease(transaction, lease)) ? findNextEvent(transaction, lease) : undefined,
  );
  while (event) {
    if (isStopping()) return releaseLease(database, lease, event.tries);
    const { id, body, tries } = event;
    const answer = await post({ url, headers: buildWebhookHeaders(secrets, { id, at: new Date(), body }), body });
    const verdict = decideNextDelivery(answer, tries + 1, { random: random(), now: new Date() });
    event = await recordDeliveryTry(context, lease, event, answer, verdict);
  }
}

/** Stores the result of a try and what follows from it. Returns the next event if it can be delivered at once; else undefined. */
async function recordDeliveryTry(
  { database, log }: DeliveryContext,
  lease: DeliveryLease,
  event: WaitingEvent,
  answer: WebhookAnswer,
  verdict: DeliveryDecision,
): Promise<WaitingEvent | undefined> {
  const tries = event.tries + 1;
  const { partnerId } = lease;
  if (verdict.kind !== 'taken')
    log.warn({ partnerId, event: event.id, status: answer.status, tries, verdict: verdict.kind }, 'not delivered');
  return database.transaction(async (transaction) => {
    const isRenewed = await renewLease(transaction, lease);
    await insertDelivery(transaction, event.entry, { number: tries, answer });
    // Another worker holds the lease by now and decides what follows.
    if (!isRenewed) return undefined;
    await applyDeliveryDecision(transaction, lease, event, verdict);
    if (verdict.kind === 'gone') await releaseUntilRetry(transaction, lease, { tries: event.tries, seconds: 0 });
    if (verdict.kind === 'again') await releaseUntilRetry(transaction, lease, { tries, seconds: verdict.inSeconds });
    if (verdict.kind === 'gone' || verdict.kind === 'again') return undefined;
    await finishEvent(transaction, lease, event.entry, verdict.kind);
    return findNextEvent(transaction, lease);
  });
}

/** Applies an answer to the state of the whole endpoint and raises alerts. */
async function applyDeliveryDecision(
  transaction: Transaction,
  { partnerId, lane }: DeliveryLease,
  { id }: WaitingEvent,
  verdict: DeliveryDecision,
): Promise<void> {
  if (verdict.kind === 'taken') return endEndpointSlowdown(transaction, partnerId);
  if (verdict.kind === 'gone') {
    if (await switchEndpointOff(transaction, partnerId, 'it answered 410'))
      await raiseAlert(transaction, { key: null, orderId: null, kind: 'webhook_endpoint_off', facts: { partnerId } });
    return;
  }
  if (verdict.slows) await slowDownEndpoint(transaction, partnerId, verdict.retryAfterSeconds);
  if (verdict.kind === 'given_up') {
    const facts = { partnerId, event: id, order: lane };
    await raiseAlert(transaction, { key: `webhook_given_up:${id}`, orderId: null, kind: 'webhook_given_up', facts });
  }
}

/** Releases the lease when the worker stops, so that no other worker has to wait for it to expire. */
async function releaseLease(database: Database, lease: DeliveryLease, tries: number): Promise<void> {
  await database.transaction(async (transaction) => {
    if (await renewLease(transaction, lease)) await releaseUntilRetry(transaction, lease, { tries, seconds: 0 });
  });
}
