import sql from 'sql-template-tag';
import type { Database } from '../platform/database/database.ts';
import { openOwnDatabase } from '../platform/database/ownDatabase.testing.ts';
import { createLog } from '../platform/log/log.ts';
import { createWebhookPost } from '../platform/webhook/postWebhook.ts';
import { type Answering, openReceiver, type Posted } from '../platform/webhook/receiver.testing.ts';
import { writeSecret } from '../platform/webhook/signWebhook.ts';
import { storeOrder } from '../purchase/order/storedOrder.testing.ts';
import { createEventDelivery, type DeliveringContext, type EventDelivery } from './deliverEvents.ts';
import type { Partner, Partners } from './partner.ts';
import { insertPartnerEvent, type NewPartnerEvent } from './partnerEventStore.ts';
import { rotateSecret } from './secretStore.ts';
import { keys, partnerAt } from './testPartner.testing.ts';

/** Makes an endpoint with its first secret, or the next one of it, as the partner is told it. */
export async function newSecret(database: Database, partnerId: string, atOnce = false): Promise<string> {
  const secret = await database.transaction((transaction) =>
    rotateSecret(transaction, keys.partnerSecrets, partnerId, { atOnce }),
  );
  return writeSecret(secret);
}

/** An order, and as many events of it; each says in its body which it is. `before`: hears of the order first. */
export async function tellOf(
  database: Database,
  partnerId: string,
  count: number,
  before: (lane: string) => void = () => undefined,
): Promise<string> {
  const { id: orderId, orderNo: lane } = await storeOrder(database, { partnerId });
  before(lane);
  await database.transaction(async (transaction) => {
    for (let sequence = 1; sequence <= count; sequence++)
      await insertPartnerEvent(transaction, eventOf({ partnerId, orderId, lane, sequence }));
  });
  return lane;
}

type Told = Pick<NewPartnerEvent, 'partnerId' | 'orderId' | 'lane' | 'sequence'>;

function eventOf(told: Told): NewPartnerEvent {
  const { lane, sequence } = told;
  return { ...told, id: `evt_${lane}_${sequence}`, type: 'order.paid', body: JSON.stringify({ lane, sequence }) };
}

export async function tellMore(database: Database, told: Told): Promise<void> {
  await database.transaction((transaction) => insertPartnerEvent(transaction, eventOf(told)));
}

/** Which event of which order was posted. */
export function saidIn({ body }: Pick<Posted, 'body'>): { readonly lane: string; readonly sequence: number } {
  return JSON.parse(body) as { lane: string; sequence: number };
}

export type PartnerWorld = {
  readonly database: Database;
  readonly posted: Posted[];
  readonly partners: Map<string, Partner>;
  /** A worker; several are several processes as far as the database can tell. */
  worker(some?: Partial<DeliveringContext>): EventDelivery;
  /** All that is due now, and all that becomes due by it. */
  deliver(): Promise<void>;
  /** Moves the one clock. */
  pass(seconds: number): Promise<void>;
  deliveries(lane: string): Promise<string[]>;
};

/** The partners `shop` and `other` with endpoints on this machine that answer alike, at paths of their names. */
export async function openPartnerWorld(answer: Answering): Promise<PartnerWorld> {
  const { database } = await openOwnDatabase(8);
  const { url, posted } = await openReceiver(answer);
  const partners: Partners & Map<string, Partner> = new Map();
  for (const id of ['shop', 'other']) {
    partners.set(id, partnerAt(id, url.replace('/hook', `/${id}`)));
    await newSecret(database, id);
  }
  let workers = 0;
  const worker: PartnerWorld['worker'] = (some = {}) =>
    createEventDelivery({
      database,
      keys,
      partners: () => partners,
      post: createWebhookPost('public or loopback'),
      worker: `worker ${++workers}`,
      random: () => 0,
      log: createLog('silent'),
      ...some,
    });
  return {
    database,
    posted,
    partners,
    worker,
    async deliver() {
      const own = worker();
      await own.round();
      await own.idle();
    },
    async pass(seconds) {
      await database.run(sql`update clock set offset_seconds = offset_seconds + ${seconds}::int`);
    },
    async deliveries(lane) {
      const rows = await database.many<{ delivery: string }>(
        sql`select delivery from partner_events where lane = ${lane} order by sequence`,
      );
      return rows.map(({ delivery }) => delivery);
    },
  };
}
