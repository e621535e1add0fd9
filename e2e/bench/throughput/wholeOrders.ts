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

/** Stages of an order: the event that ends each, and its name in the table. */
const STAGES = [
  ['payment_captured', 'captured'],
  ['conversion_filled', 'bought'],
  ['payout_submitted', 'payout sent'],
  ['payout_confirmed', 'delivered'],
] as const;

/** When the first and the last order reached the stage, in seconds since the first order was made, and the median per order. */
type Stage = {
  readonly name: string;
  readonly orders: number;
  readonly first: number;
  readonly last: number;
  /** Seconds since the order was made. */
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
 * Countries whose test Visa is a distinct card: buyers with the same card would count as one person and need a document
 * sooner. The run's buyers take them in turn.
 */
const CARDS =
  'at be bg cy cz de dk ee es fi fr gr gb gi hr hu ie it li lt lu lv mt nl no pl pt ro se si sk ch au br ca hk in jp mx my nz pa pe py sg uy ae ar ec sa cn'.split(
    ' ',
  );
const ORDERS_BY_CLIENT_COUNT: Readonly<Record<number, number>> = { 1: 20, 16: 120, 64: 240 };
/** Seventeen such orders stay below the amount that requires a document. */
const EUROS = '40';
/** Orders per buyer; after these a client switches to a new buyer. */
const ORDERS_PER_BUYER = 7;
const CONCURRENT_SIGN_INS = 8;
/** More than the network's required confirmations in one round: the product is measured, not the chain. */
const BLOCKS = 12;
const BLOCKS_MS = 500;
/** Limit for one order; a slower order ends the run. */
const PATIENCE_MS = 60_000;
const IDLE_MS = 4_000;
/** An idle connection reports its last commits to the server's statistics this late. */
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
  /** WAL bytes. */
  readonly writtenBytes: number;
  readonly apiMs: number;
  readonly workerMs: number;
  /** The peak observed. */
  readonly apiMb: number;
  readonly workerMb: number;
  readonly stages: readonly Stage[];
};

type SignedInBuyer = { readonly client: GatewayClient; readonly authToken: string; readonly card: string };

/**
 * Signed-in buyers make orders one after another: each pays at once by card and makes the next order when the coins are on
 * the chain. Measures from the quote to the delivery, with all stand-ins running.
 */
export async function runWholeOrders(
  world: BenchWorld,
  clients: number,
  count = ORDERS_BY_CLIENT_COUNT[clients] ?? clients,
): Promise<WholeOrderFigures> {
  const signedInBuyers = await signInBuyers(world, clients, count);
  const database = new pg.Client({ connectionString: world.databaseUrl });
  // A query rejects on a connection error; an unhandled error event would end the process.
  database.on('error', () => undefined);
  await database.connect();
  const held = { api: 0, worker: 0 };
  const blocks = startMakingBlocks(world.deskUrl);
  const watch = watchOrders(database, () => {
    for (const name of ['api', 'worker'] as const)
      held[name] = Math.max(held[name], readResidentBytes(world.pids[name]) / 2 ** 20);
  });
  try {
    const idle = await measureIdle(database);
    const before = { ...(await readCommitCounts(database)), asked: watch.countSent() };
    const used = { api: readProcessorMs(world.pids.api), worker: readProcessorMs(world.pids.worker) };
    const begun = performance.now();
    const orderNos: string[] = [];
    const result = await runClients(
      clients,
      Array.from({ length: count }, () => async (client: number) => {
        const buyer = signedInBuyers(client);
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
    const ofOrders = after.commits - before.commits - (watch.countSent() - before.asked) - idle.commits * idleSeconds;
    return {
      ...result,
      clients,
      commits: ofOrders / count,
      writes: (after.writes - before.writes - idle.writes * idleSeconds) / count,
      idleCommitsPerSecond: idle.commits,
      writtenBytes: (after.writtenBytes - before.writtenBytes) / count,
      apiMs,
      workerMs,
      apiMb: held.api,
      workerMb: held.worker,
      stages: await readStages(database, orderNos),
    };
  } finally {
    blocks.abort();
    await watch.stop();
    await database.end();
  }
}

/** Returns a function that gives the current buyer of a client. */
async function signInBuyers(
  world: BenchWorld,
  clients: number,
  count: number,
): Promise<(client: number) => SignedInBuyer> {
  const turns = Math.ceil(count / clients / ORDERS_PER_BUYER);
  const people: SignedInBuyer[] = [];
  await runClients(
    CONCURRENT_SIGN_INS,
    Array.from({ length: clients * turns }, () => async () => {
      people.push(await signInNewBuyer(world));
      return undefined;
    }),
  );
  const made = new Map<number, number>();
  return (client) => {
    const number = made.get(client) ?? 0;
    made.set(client, number + 1);
    const buyer = people[client + clients * (Math.floor(number / ORDERS_PER_BUYER) % turns)];
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

async function signInNewBuyer({ origin, deskUrl }: BenchWorld): Promise<SignedInBuyer> {
  const number = nextBuyerNumber++;
  const client = createGatewayClient(origin, { 'x-forwarded-for': pickClientAddress(number) });
  const authToken = await client.logIn(createSandboxClient(deskUrl), `whole-${number}@example.com`);
  await client.data('addKyc', { ...newDetails(), authToken });
  return { client, authToken, card: `pm_card_${CARDS[number % CARDS.length]}` };
}

async function placePaidOrder(
  { sandboxPort }: BenchWorld,
  { client, authToken, card }: SignedInBuyer,
): Promise<string> {
  const { address } = privateKeyToAccount(generatePrivateKey());
  const wanted = { getCurrency: 'ETH', address, sendCurrencyAmount: EUROS };
  const orderNo = await placeCardOrder(client, authToken, wanted);
  await payByCard(client, authToken, orderNo, sandboxPort, card);
  return orderNo;
}

async function waitForDelivery(
  watch: OrderWatch,
  { client, authToken }: SignedInBuyer,
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
