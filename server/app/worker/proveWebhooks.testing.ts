import { randomUUID } from 'node:crypto';
import { createAmount, parseAmount } from '@slipway/money/amount.ts';
import sql from 'sql-template-tag';
import { expect } from 'vitest';
import { providerCoins } from '../../../sandbox/externalProviders/providerTerms.ts';
import type { Purchase, PurchaseStage } from '../../../sandbox/externalProviders/purchaseStore.ts';
import { seededSettings } from '../../configuration/seededSettings.testing.ts';
import { createSeededRandom } from '../../partner/checkingReceiver.testing.ts';
import type { OfferProvider, ProviderState } from '../../providers/offers/offerPort.ts';
import { ok, refused } from '../../providers/outcome.ts';
import { insertProviderOrder } from '../../purchase/offer/providerOrderStore.ts';
import { exampleOrder } from '../../purchase/order/orderArbitraries.testing.ts';
import { silentStepContext } from '../../purchase/order/silentStepContext.testing.ts';
import { runStep } from '../../purchase/order/stepRunner/runStep.ts';
import { storeOrder } from '../../purchase/order/storedOrder.testing.ts';
import { syncProvider } from '../../purchase/provider/steps/syncProvider.ts';
import type { TestGateway } from '../api/testGateway.testing.ts';
import { createMessageHandler } from './handleMessage.ts';
import { forgeries, type SentWebhook, type WebhookSeller, webhookSellers } from './webhookSellers.testing.ts';

/** Possible sequences of a purchase's stages; the vendor always announces the last one. */
const COURSES: readonly (readonly PurchaseStage[])[] = [
  ['opened', 'paid', 'delivering', 'delivered'],
  ['opened', 'delivered'],
  ['opened', 'paid', 'refunded'],
  ['opened', 'paid', 'delivering', 'delivered', 'refunded'],
];
const STATES: Readonly<Partial<Record<PurchaseStage, ProviderState>>> = { opened: 'awaiting_payment' };
const MAX_REPEATS = 5;
const AT_ONCE = 8;

type VendorPurchase = {
  readonly seller: WebhookSeller;
  readonly orderId: number;
  readonly orderNo: string;
  purchase: Purchase;
};
type TimedAction = { readonly at: number; readonly posts: boolean; readonly run: () => Promise<void> };

/** The vendors' state by their own id; changes during the proof. */
const purchasesByVendorId = new Map<string, VendorPurchase>();
const purchasesByOrderNo = new Map<string, VendorPurchase>();
/** The previous order: a genuine webhook is also sent to its address. */
let previousRampPurchase: VendorPurchase | undefined;

/** The four vendors as they answer queries. */
export const simulatedProviders: readonly OfferProvider[] = webhookSellers.map(({ id, verify }) => ({
  id,
  name: id,
  contact: { supportUrl: '' },
  quote: async () => ({ kind: 'unavailable', detail: 'not asked here' }),
  market: async () => ({ kind: 'unavailable', detail: 'not asked here' }),
  start: async () => refused('refused'),
  async getOrder({ orderNo, providerOrderId, payAsset, coin }) {
    const truth =
      providerOrderId === undefined
        ? id === 'ramp'
          ? undefined
          : purchasesByOrderNo.get(orderNo)
        : purchasesByVendorId.get(providerOrderId);
    if (truth?.seller.id !== id) return refused('not_found');
    const { stage, address } = truth.purchase;
    return ok({
      providerOrderId: truth.purchase.id,
      state: STATES[stage] ?? (stage as ProviderState),
      vendorStatus: stage,
      pay: parseAmount(payAsset, '100'),
      receive: createAmount(coin.asset, 1_000_000n),
      affiliateFee: parseAmount(payAsset, '1'),
      address,
      transactionId: undefined,
      reason: undefined,
    });
  },
  verifyWebhook: verify,
}));

/**
 * Sends webhooks of four vendors: those of each purchase repeatedly, shuffled and late, together with forged ones, and genuine
 * ones to the address of another order. Expects that each forgery is refused, that each genuine webhook has its effect once,
 * and that each order ends in its vendor's state.
 */
export async function proveWebhooks(gateway: TestGateway, { webhooks, seed }: { webhooks: number; seed: number }) {
  const draw = createSeededRandom(seed);
  const { catalog } = seededSettings();
  const queued: number[] = [];
  const jobs = { send: async (_: unknown, { orderId }: { orderId: number }) => void queued.push(orderId) };
  const handle = createMessageHandler({
    database: gateway.database,
    machine: { ...silentStepContext.machine, jobs },
    families: new Map(simulatedProviders.map(({ id }) => [id, 'offers'])),
  } as unknown as Parameters<typeof createMessageHandler>[0]);
  const steps = {
    ...silentStepContext,
    database: gateway.database,
    catalog,
    offerProviders: new Map(simulatedProviders.map((one) => [one.id, one])),
  };
  const counts = { sent: 0, forged: 0, refused: 0 };
  let handled = 0;

  async function post({ id }: WebhookSeller, { path, body, headers }: SentWebhook): Promise<number> {
    counts.sent += 1;
    const url = `/webhooks/${id}${path}`;
    return (await gateway.app.inject({ method: 'POST', url, payload: body, headers })).statusCode;
  }

  /** Does what a worker repeats: reads new messages and queries the vendors. */
  async function work(): Promise<void> {
    const rows = await gateway.database.many<{ id: number }>(
      sql`select id from webhook_inbox where id > ${handled} order by id`,
    );
    handled = rows.at(-1)?.id ?? handled;
    await Promise.all(rows.map(({ id }) => handle(String(id))));
    const orders = new Set(queued.splice(0));
    await Promise.all([...orders].map((orderId) => runStep(steps, syncProvider, { orderId, subject: '' })));
  }

  const items: TimedAction[] = [];
  for (let posts = 0; posts < webhooks; ) {
    const actions = await createTimedActions(gateway, draw, post, counts, webhooks);
    posts += actions.filter((item) => item.posts).length;
    items.push(...actions);
  }
  const sortedItems = items.toSorted((one, other) => one.at - other.at);
  for (let first = 0; first < sortedItems.length; first += AT_ONCE) {
    await Promise.all(sortedItems.slice(first, first + AT_ONCE).map(({ run }) => run()));
    await work();
  }
  await expectOneEffectEach(gateway);
  expect(counts.forged).toBeGreaterThan(webhooks / 10);
  expect(counts.refused).toBe(counts.forged);
  return counts;
}

/** Creates an order. Returns the changes of its purchase and its webhooks, genuine and forged, spread over the proof. */
async function createTimedActions(
  gateway: TestGateway,
  draw: (most: number) => number,
  post: (seller: WebhookSeller, webhook: SentWebhook) => Promise<number>,
  counts: { forged: number; refused: number },
  length: number,
): Promise<TimedAction[]> {
  const seller = webhookSellers[draw(webhookSellers.length)] as WebhookSeller;
  const course = COURSES[draw(COURSES.length)] ?? [];
  const truth = await createVendorPurchase(gateway, seller);
  const items: TimedAction[] = [];
  let at = draw(length);
  let knownFrom = Number.POSITIVE_INFINITY;
  for (const stage of course) {
    const now = at;
    items.push({
      at: now,
      posts: false,
      run: async () => {
        truth.purchase = { ...truth.purchase, stage, updatedAt: new Date(Date.now() + items.length).toISOString() };
      },
    });
    const createWebhook = () =>
      seller.buildWebhook({ ...truth.purchase, stage, updatedAt: `at ${stage}` }, truth.orderNo);
    if (!createWebhook()) {
      at += 1 + draw(length);
      continue;
    }
    for (let copy = 0; copy <= draw(MAX_REPEATS); copy += 1) {
      const late = now + 1 + draw(3 * length);
      knownFrom = Math.min(knownFrom, late);
      items.push({
        at: late,
        posts: true,
        run: async () => expect(await post(seller, createWebhook() as SentWebhook)).toBe(200),
      });
    }
    for (const forge of Object.values(forgeries)) {
      items.push({
        at: now + draw(3 * length),
        posts: true,
        run: async () => {
          counts.forged += 1;
          if ((await post(seller, forge(createWebhook() as SentWebhook))) === 400) counts.refused += 1;
        },
      });
    }
    at += 1 + draw(length);
  }
  const other = previousRampPurchase;
  if (seller.id === 'ramp') previousRampPurchase = truth;
  if (seller.id === 'ramp' && other) {
    const misdirected = () => ({
      ...(seller.buildWebhook({ ...truth.purchase, stage: 'delivered' }, other.orderNo) as SentWebhook),
    });
    items.push({
      at: knownFrom + 1,
      posts: true,
      run: async () => {
        // Only once the purchase is stored for its own order: it belongs to the first order that is notified of it.
        if (await isPurchaseStored(gateway, truth)) expect(await post(seller, misdirected())).toBe(200);
      },
    });
  }
  return items;
}

async function isPurchaseStored({ database }: TestGateway, { orderId }: VendorPurchase): Promise<boolean> {
  return (
    (await database.maybeOne(sql`select 1 from provider_purchases where order_id = ${orderId} limit 1`)) !== undefined
  );
}

async function createVendorPurchase(gateway: TestGateway, seller: WebhookSeller): Promise<VendorPurchase> {
  const [coin] = providerCoins;
  if (!coin) throw new Error('no coin');
  const address = `bc1q${randomUUID().replaceAll('-', '')}`;
  const { id: orderId, orderNo } = await storeOrder(gateway.database, { offerType: seller.id, address });
  const affiliateFee = parseAmount(exampleOrder.pay.asset, '1');
  await gateway.database.transaction((transaction) =>
    insertProviderOrder(transaction, orderId, { provider: seller.id, affiliateFee }),
  );
  const at = new Date().toISOString();
  const price = { pay: '100.00', receive: '0.01', fee: '4.00', affiliateFee: '1.00', networkFee: '1.00' };
  const purchase: Purchase = {
    id: randomUUID(),
    reference: orderNo,
    currency: 'EUR',
    method: 'credit_debit_card',
    coin,
    price,
    address,
    createdAt: at,
    updatedAt: at,
    stage: 'opened',
    transactionId: null,
    reason: null,
    presetStatus: null,
  };
  const truth = { seller, orderId, orderNo, purchase };
  purchasesByVendorId.set(purchase.id, truth);
  purchasesByOrderNo.set(orderNo, truth);
  return truth;
}

/** Checks that each order is in its vendor's state, took each step once, and has its money in the books once. */
async function expectOneEffectEach({ database }: TestGateway): Promise<void> {
  type Row = { id: number; status: string; units: bigint; times: number };
  const rows = await database.many<Row>(sql`
    select o.id, o.status,
      coalesce((select sum(units) from ledger_postings p where p.order_id = o.id and p.account = 'asset:affiliate'), 0) as units,
      coalesce((select max(count) from (
        select count(*) as count from order_events e where e.order_id = o.id and not unexpected group by to_status) by_status), 0)::int as times
    from orders o`);
  const byId = new Map(rows.map((row) => [row.id, row]));
  for (const { orderId, purchase, orderNo, seller } of purchasesByVendorId.values()) {
    const row = byId.get(orderId);
    const delivered = purchase.stage === 'delivered' ? 1_000_000n * 100n : 0n;
    expect({ orderNo, ...row }, seller.id).toMatchObject({
      status: STATES[purchase.stage] ?? purchase.stage,
      units: delivered,
      times: 1,
    });
  }
  const doubled = await database.many(sql`
    select provider, event_id from webhook_inbox group by provider, event_id having count(*) > 1`);
  expect(doubled).toEqual([]);
}
