import { setTimeout as sleep } from 'node:timers/promises';
import type { OrderStatus } from '@slipway/contract/entities/orderStatuses.ts';
import pg from 'pg';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { newDetails } from '../../buyers/buyerDetails.ts';
import { payByCard, placeCardOrder, readStatusAcceptingRequote } from '../../buyers/cardPurchase.ts';
import { createGatewayClient, type GatewayClient } from '../../buyers/gatewayClient.ts';
import { createSandboxClient } from '../../sandboxClient.ts';
import { runClients } from './clients.ts';
import { type CommitCounts, readCommitCounts } from './databaseCounts.ts';
import type { LoadResult } from './load.ts';
import { type OrderWatch, watchOrders } from './orderWatch.ts';
import { readProcessorMs, readResidentBytes } from './resources.ts';
import type { BenchWorld } from './startBenchWorld.ts';
import { pickClientAddress } from './workloads.ts';

/** The event that ends each stage of an order, and the stage's name in the printed table. */
const STAGES = [
  ['payment_captured', 'captured'],
  ['conversion_filled', 'bought'],
  ['payout_submitted', 'payout sent'],
  ['payout_confirmed', 'delivered'],
] as const;

/** When the first and the last order reached the stage, in seconds since the first order was created, and the median per order. */
type Stage = {
  readonly name: string;
  readonly orders: number;
  readonly first: number;
  readonly last: number;
  /** Seconds since the order was created. */
  readonly median: number;
};

async function readStages(database: pg.Client, orderNos: readonly string[]): Promise<readonly Stage[]> {
  const { rows } = await database.query<{ kind: string; orders: number; first: number; last: number; median: number }>(
    `with made as (select id, created_at from orders where order_no = any($1)),
    came as (
      select e.kind, o.created_at, min(e.at) as at from order_events e join made o on o.id = e.order_id
      group by e.order_id, e.kind, o.created_at)
    select kind, count(*)::int as orders,
      extract(epoch from min(at) - (select min(created_at) from made))::float as first,
      extract(epoch from max(at) - (select min(created_at) from made))::float as last,
      percentile_cont(0.5) within group (order by extract(epoch from at - created_at))::float as median
    from came group by kind`,
    [orderNos],
  );
  return STAGES.flatMap(([kind, name]) => {
    const read = rows.find((row) => row.kind === kind);
    return read ? [{ name, orders: read.orders, first: read.first, last: read.last, median: read.median }] : [];
  });
}

/**
 * Countries that have a test Visa card. Each new buyer uses the card of the next country: the product counts buyers with the
 * same card as one person, who would need an identity document sooner.
 */
const CARD_COUNTRIES =
  'at be bg cy cz de dk ee es fi fr gr gb gi hr hu ie it li lt lu lv mt nl no pl pt ro se si sk ch au br ca hk in jp mx my nz pa pe py sg uy ae ar ec sa cn'.split(
    ' ',
  );
const ORDERS_BY_CLIENT_COUNT: Readonly<Record<number, number>> = { 1: 20, 16: 120, 64: 240 };
/** Amount of an order. Seventeen such orders of one buyer stay below the amount that requires an identity document. */
const EUROS = '40';
/** Orders per buyer; after these a client switches to a new buyer. */
const ORDERS_PER_BUYER = 7;
const CONCURRENT_LOGINS = 8;
/** Blocks per round: more than the confirmations that the network requires, so that orders do not wait for the chain. */
const BLOCKS = 12;
const BLOCKS_MS = 500;
/** Limit for one order; a slower order ends the run. */
const PATIENCE_MS = 60_000;
/** How long the idle system is measured. */
const IDLE_MS = 4_000;
/** Delay after which an idle connection has reported its last commits to PostgreSQL's statistics. */
const STATISTICS_MS = 11_000;
const IN_PROGRESS_STATUSES: ReadonlySet<string> = new Set<OrderStatus>([
  'awaiting_payment',
  'authorizing',
  'awaiting_consent',
  'capturing',
  'paid',
  'converting',
  'converted',
  'delivering',
]);

let nextBuyerNumber = 0;

export type WholeOrderFigures = LoadResult & {
  readonly clients: number;
  /** Database commits per order, after subtracting the commits of an idle system. */
  readonly commits: number;
  /** Writing transactions per order, after subtracting those of an idle system. */
  readonly writes: number;
  readonly idleCommitsPerSecond: number;
  /** WAL bytes per order, including those of the idle system. */
  readonly writtenBytes: number;
  /** Processor milliseconds of the api and of the worker per order. */
  readonly apiMs: number;
  readonly workerMs: number;
  /** Peak resident memory in MiB. */
  readonly apiMb: number;
  readonly workerMb: number;
  readonly stages: readonly Stage[];
};

type LoggedInBuyer = { readonly client: GatewayClient; readonly authToken: string; readonly card: string };

/**
 * Measures whole orders, from the quote to the delivery, with all stand-ins running. Each client places one order after another
 * as a buyer who is logged in: it pays by card at once, and places the next order when the coins are on the chain.
 */
export async function runWholeOrders(
  world: BenchWorld,
  clients: number,
  count = ORDERS_BY_CLIENT_COUNT[clients] ?? clients,
): Promise<WholeOrderFigures> {
  const getBuyer = await logInBuyers(world, clients, count);
  const database = new pg.Client({ connectionString: world.databaseUrl });
  // A query rejects on a connection error; an unhandled error event would end the process.
  database.on('error', () => undefined);
  await database.connect();
  const peakMb = { api: 0, worker: 0 };
  const blocks = startMakingBlocks(world.deskUrl);
  const watch = watchOrders(database, () => {
    for (const name of ['api', 'worker'] as const)
      peakMb[name] = Math.max(peakMb[name], readResidentBytes(world.pids[name]) / 2 ** 20);
  });
  try {
    const idle = await measureIdle(database);
    const before = { ...(await readCommitCounts(database)), queriesSent: watch.countSent() };
    const used = { api: readProcessorMs(world.pids.api), worker: readProcessorMs(world.pids.worker) };
    const begun = performance.now();
    const orderNos: string[] = [];
    const result = await runClients(
      clients,
      Array.from({ length: count }, () => async (client: number) => {
        const buyer = getBuyer(client);
        const orderNo = await placePaidOrder(world, buyer);
        orderNos.push(orderNo);
        await waitForDelivery(watch, buyer, orderNo);
        return undefined;
      }),
    );
    const apiMs = (readProcessorMs(world.pids.api) - used.api) / count;
    const workerMs = (readProcessorMs(world.pids.worker) - used.worker) / count;
    await sleep(STATISTICS_MS);
    const idleSeconds = (performance.now() - begun) / 1000;
    const after = await readCommitCounts(database);
    const orderCommits =
      after.commits - before.commits - (watch.countSent() - before.queriesSent) - idle.commits * idleSeconds;
    return {
      ...result,
      clients,
      commits: orderCommits / count,
      writes: (after.writes - before.writes - idle.writes * idleSeconds) / count,
      idleCommitsPerSecond: idle.commits,
      writtenBytes: (after.writtenBytes - before.writtenBytes) / count,
      apiMs,
      workerMs,
      apiMb: peakMb.api,
      workerMb: peakMb.worker,
      stages: await readStages(database, orderNos),
    };
  } finally {
    blocks.abort();
    await watch.stop();
    await database.end();
  }
}

/** Logs in all buyers of the run. Returns a function that returns the buyer for a client's next order. */
async function logInBuyers(
  world: BenchWorld,
  clients: number,
  count: number,
): Promise<(client: number) => LoggedInBuyer> {
  const buyersPerClient = Math.ceil(count / clients / ORDERS_PER_BUYER);
  const buyers: LoggedInBuyer[] = [];
  await runClients(
    CONCURRENT_LOGINS,
    Array.from({ length: clients * buyersPerClient }, () => async () => {
      buyers.push(await logInNewBuyer(world));
      return undefined;
    }),
  );
  const orderCounts = new Map<number, number>();
  return (client) => {
    const number = orderCounts.get(client) ?? 0;
    orderCounts.set(client, number + 1);
    const buyer = buyers[client + clients * (Math.floor(number / ORDERS_PER_BUYER) % buyersPerClient)];
    if (!buyer) throw new RangeError(`there is no buyer for client ${client}`);
    return buyer;
  };
}

/** Returns the database's commits and writing transactions per second while no order is in progress. */
async function measureIdle(database: pg.Client): Promise<Pick<CommitCounts, 'commits' | 'writes'>> {
  await sleep(STATISTICS_MS);
  const before = await readCommitCounts(database);
  await sleep(IDLE_MS);
  const { commits, writes } = await readCommitCounts(database);
  const perSecond = (counted: number) => (counted * 1000) / IDLE_MS;
  return { commits: perSecond(commits - before.commits), writes: perSecond(writes - before.writes) };
}

async function logInNewBuyer({ origin, deskUrl }: BenchWorld): Promise<LoggedInBuyer> {
  const number = nextBuyerNumber++;
  const client = createGatewayClient(origin, { 'x-forwarded-for': pickClientAddress(number) });
  const authToken = await client.logIn(createSandboxClient(deskUrl), `whole-${number}@example.com`);
  await client.data('addKyc', { ...newDetails(), authToken });
  return { client, authToken, card: `pm_card_${CARD_COUNTRIES[number % CARD_COUNTRIES.length]}` };
}

async function placePaidOrder(
  { sandboxPort }: BenchWorld,
  { client, authToken, card }: LoggedInBuyer,
): Promise<string> {
  const { address } = privateKeyToAccount(generatePrivateKey());
  const wanted = { getCurrency: 'ETH', address, sendCurrencyAmount: EUROS };
  const orderNo = await placeCardOrder(client, authToken, wanted);
  await payByCard(client, authToken, orderNo, sandboxPort, card);
  return orderNo;
}

async function waitForDelivery(
  watch: OrderWatch,
  { client, authToken }: LoggedInBuyer,
  orderNo: string,
): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    await watch.changed(orderNo);
    const status = await readStatusAcceptingRequote(client, authToken, orderNo);
    if (status === 'delivered') return;
    if (!IN_PROGRESS_STATUSES.has(status) || performance.now() > deadline)
      throw new Error(
        `${orderNo} is ${status}, ${Math.round((performance.now() - deadline + PATIENCE_MS) / 1000)} s after it was paid`,
      );
  }
}

function startMakingBlocks(deskUrl: string): AbortController {
  const stopping = new AbortController();
  const body = JSON.stringify({ count: BLOCKS });
  const rounds = async () => {
    while (!stopping.signal.aborted) {
      const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
      await (await fetch(`${deskUrl}/api/chains/ethereum/mine`, sent)).arrayBuffer();
      await sleep(BLOCKS_MS);
    }
  };
  // If blocks stop, orders time out and the run reports that.
  rounds().catch(() => undefined);
  return stopping;
}
