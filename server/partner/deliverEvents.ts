import { raiseAlert } from '../notification/alertStore.ts';
import type { Database, Transaction } from '../platform/database/database.ts';
import type { Log } from '../platform/log/log.ts';
import type { Keys } from '../platform/secrets.ts';
import type { PostWebhook, WebhookAnswer } from '../platform/webhook/postWebhook.ts';
import { webhookHeaders } from '../platform/webhook/signWebhook.ts';
import { insertDelivery } from './deliveryStore.ts';
import { quickenEndpoint, slowEndpoint, switchEndpointOff } from './endpointStore.ts';
import { judgeAnswer, type Verdict } from './judgeAnswer.ts';
import {
  duePartners,
  endEvent,
  keepLease,
  type Lease,
  nextEvent,
  putOff,
  takeLanes,
  type WaitingEvent,
} from './laneStore.ts';
import type { Partners } from './partner.ts';
import { signingSecrets } from './secretStore.ts';

export type DeliveringContext = {
  readonly database: Database;
  readonly keys: Pick<Keys, 'partnerSecrets'>;
  readonly partners: () => Partners;
  readonly post: PostWebhook;
  /** Names this process in its leases. */
  readonly worker: string;
  /** From 0 up to 1. */
  readonly random: () => number;
  readonly log: Log;
};

/** One worker's part in the deliveries. */
export type EventDelivery = {
  /** Begins what is due, and answers without waiting for it. For a worker to repeat. */
  readonly round: () => Promise<void>;
  /** Resolves when all that was begun has ended. */
  readonly idle: () => Promise<void>;
  /** The same, with nothing more begun. */
  readonly stop: () => Promise<void>;
};

export function createEventDelivery(context: DeliveringContext): EventDelivery {
  const { database, log, worker } = context;
  const underWay = new Set<Promise<void>>();
  let takings = 0;
  let stopping = false;

  /** Whatever has ended makes room for more of the same partner. */
  async function fill(partnerId: string): Promise<void> {
    const url = context.partners().get(partnerId)?.webhookUrl;
    if (stopping || url === undefined) return;
    takings += 1;
    // Another one each time: a lane that this process has lost and taken again is not the former one's any more.
    for (const held of await takeLanes(database, partnerId, `${worker}:${takings}`)) {
      const work = workLane(context, held, url, () => stopping)
        .then(() => fill(partnerId))
        .catch((error: unknown) => log.error({ partnerId, error }, 'a delivery broke off'))
        .finally(() => underWay.delete(work));
      underWay.add(work);
    }
  }

  async function idle(): Promise<void> {
    while (underWay.size > 0) await Promise.all(underWay);
  }

  return {
    async round() {
      for (const partnerId of await duePartners(database)) await fill(partnerId);
    },
    idle,
    async stop() {
      stopping = true;
      await idle();
    },
  };
}

/** Delivers what waits in a lane, one event after the other, for as long as each is taken or given up. */
async function workLane(
  context: DeliveringContext,
  held: Lease,
  url: string,
  isStopping: () => boolean,
): Promise<void> {
  const { database, keys, post, random } = context;
  const secrets = await signingSecrets(database, keys.partnerSecrets, held.partnerId);
  let event = await database.transaction(async (transaction) =>
    (await keepLease(transaction, held)) ? nextEvent(transaction, held) : undefined,
  );
  while (event) {
    if (isStopping()) return letGo(database, held, event.tries);
    const { id, body, tries } = event;
    const answer = await post({ url, headers: webhookHeaders(secrets, { id, at: new Date(), body }), body });
    const verdict = judgeAnswer(answer, tries + 1, { random: random(), now: new Date() });
    event = await conclude(context, held, event, answer, verdict);
  }
}

/** Keeps what has come of a try. Answers the event that is to be delivered at once, while the lane is held. */
async function conclude(
  { database, log }: DeliveringContext,
  held: Lease,
  event: WaitingEvent,
  answer: WebhookAnswer,
  verdict: Verdict,
): Promise<WaitingEvent | undefined> {
  const tries = event.tries + 1;
  const { partnerId } = held;
  if (verdict.kind !== 'taken')
    log.warn({ partnerId, event: event.id, status: answer.status, tries, verdict: verdict.kind }, 'not delivered');
  return database.transaction(async (transaction) => {
    const isKept = await keepLease(transaction, held);
    await insertDelivery(transaction, event.entry, { number: tries, answer });
    // Another worker has the lane by now: what follows is for it to say.
    if (!isKept) return undefined;
    await tellEndpoint(transaction, held, event, verdict);
    if (verdict.kind === 'gone') await putOff(transaction, held, { tries: event.tries, seconds: 0 });
    if (verdict.kind === 'again') await putOff(transaction, held, { tries, seconds: verdict.inSeconds });
    if (verdict.kind === 'gone' || verdict.kind === 'again') return undefined;
    await endEvent(transaction, held, event.entry, verdict.kind);
    return nextEvent(transaction, held);
  });
}

/** What an answer says about the endpoint as a whole, and who hears of it. */
async function tellEndpoint(
  transaction: Transaction,
  { partnerId, lane }: Lease,
  { id }: WaitingEvent,
  verdict: Verdict,
): Promise<void> {
  if (verdict.kind === 'taken') return quickenEndpoint(transaction, partnerId);
  if (verdict.kind === 'gone') {
    if (await switchEndpointOff(transaction, partnerId, 'it answered 410'))
      await raiseAlert(transaction, { key: null, orderId: null, kind: 'webhook_endpoint_off', facts: { partnerId } });
    return;
  }
  if (verdict.slows) await slowEndpoint(transaction, partnerId, verdict.askedSeconds);
  if (verdict.kind === 'given_up') {
    const facts = { partnerId, event: id, order: lane };
    await raiseAlert(transaction, { key: `webhook_given_up:${id}`, orderId: null, kind: 'webhook_given_up', facts });
  }
}

/** A worker that ends leaves nothing behind that others would have to wait for. */
async function letGo(database: Database, held: Lease, tries: number): Promise<void> {
  await database.transaction(async (transaction) => {
    if (await keepLease(transaction, held)) await putOff(transaction, held, { tries, seconds: 0 });
  });
}
