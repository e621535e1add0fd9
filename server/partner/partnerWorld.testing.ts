import sql from 'sql-template-tag';
import type { Database } from '../platform/database/database.ts';
import { openOwnDatabase } from '../platform/database/ownDatabase.testing.ts';
import { createLog } from '../platform/log/log.ts';
import { createWebhookPoster } from '../platform/webhook/postWebhook.ts';
import { openReceiver, type Posted, type PostResponder } from '../platform/webhook/receiver.testing.ts';
import { formatWebhookSecret } from '../platform/webhook/signWebhook.ts';
import { storeOrder } from '../purchase/order/storedOrder.testing.ts';
import { createEventDelivery, type DeliveryContext, type EventDelivery } from './deliverEvents.ts';
import type { Partner, Partners } from './partner.ts';
import { insertPartnerEvent, type NewPartnerEvent } from './partnerEventStore.ts';
import { rotateSecret } from './secretStore.ts';
import { createTestPartner, testKeys } from './testPartner.testing.ts';

/** Creates an endpoint with its first secret, or rotates the secret, and returns it in the form that the partner gets. */
export async function createWebhookSecret(database: Database, partnerId: string, atOnce = false): Promise<string> {
  const secret = await database.transaction((transaction) =>
    rotateSecret(transaction, testKeys.partnerSecrets, partnerId, { atOnce }),
  );
  return formatWebhookSecret(secret);
}

/** Stores an order with this many events whose bodies identify them. `before` is called with the order first. */
export async function insertOrderEvents(
  database: Database,
  partnerId: string,
  count: number,
  before: (lane: string) => void = () => undefined,
): Promise<string> {
  const { id: orderId, orderNo: lane } = await storeOrder(database, { partnerId });
  before(lane);
  await database.transaction(async (transaction) => {
    for (let sequence = 1; sequence <= count; sequence++)
      await insertPartnerEvent(transaction, buildPartnerEvent({ partnerId, orderId, lane, sequence }));
  });
  return lane;
}

type OrderEventFields = Pick<NewPartnerEvent, 'partnerId' | 'orderId' | 'lane' | 'sequence'>;

function buildPartnerEvent(fields: OrderEventFields): NewPartnerEvent {
  const { lane, sequence } = fields;
  return { ...fields, id: `evt_${lane}_${sequence}`, type: 'order.paid', body: JSON.stringify({ lane, sequence }) };
}

export async function insertOrderEvent(database: Database, fields: OrderEventFields): Promise<void> {
  await database.transaction((transaction) => insertPartnerEvent(transaction, buildPartnerEvent(fields)));
}

/** Returns which event of which order was posted. */
export function parsePostedEvent({ body }: Pick<Posted, 'body'>): { readonly lane: string; readonly sequence: number } {
  return JSON.parse(body) as { lane: string; sequence: number };
}

export type PartnerWorld = {
  readonly database: Database;
  readonly posted: Posted[];
  readonly partners: Map<string, Partner>;
  /** Creates a delivery worker; the database treats several as separate processes. */
  createWorker(overrides?: Partial<DeliveryContext>): EventDelivery;
  /** Delivers everything that is due, including what becomes due by that. */
  deliver(): Promise<void>;
  /** Advances the database clock. */
  pass(seconds: number): Promise<void>;
  listDeliveryStates(lane: string): Promise<string[]>;
};

/** Opens the partners `shop` and `other` with endpoints on this machine, at paths with their names, that answer alike. */
export async function openPartnerWorld(answer: PostResponder): Promise<PartnerWorld> {
  const { database } = await openOwnDatabase(8);
  const { url, posted } = await openReceiver(answer);
  const partners: Partners & Map<string, Partner> = new Map();
  for (const id of ['shop', 'other']) {
    partners.set(id, createTestPartner(id, url.replace('/hook', `/${id}`)));
    await createWebhookSecret(database, id);
  }
  let workers = 0;
  const createWorker: PartnerWorld['createWorker'] = (overrides = {}) =>
    createEventDelivery({
      database,
      keys: testKeys,
      partners: () => partners,
      post: createWebhookPoster('public or loopback'),
      worker: `worker ${++workers}`,
      random: () => 0,
      log: createLog('silent'),
      ...overrides,
    });
  return {
    database,
    posted,
    partners,
    createWorker,
    async deliver() {
      const own = createWorker();
      await own.round();
      await own.idle();
    },
    async pass(seconds) {
      await database.run(sql`update clock set offset_seconds = offset_seconds + ${seconds}::int`);
    },
    async listDeliveryStates(lane) {
      const rows = await database.many<{ delivery: string }>(
        sql`select delivery from partner_events where lane = ${lane} order by sequence`,
      );
      return rows.map(({ delivery }) => delivery);
    },
  };
}
