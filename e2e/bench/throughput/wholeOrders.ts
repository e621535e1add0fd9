import { setTimeout as sleep } from 'node:timers/promises';
import type { OrderStatus } from '@slipway/contract/entities/orderStatuses.ts';
import pg from 'pg';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { agreedStatus, orderAgainByCard, payByCard } from '../../cardPurchase.ts';
import { createDesk } from '../../desk.ts';
import { createGatewayClient, type GatewayClient } from '../../gatewayClient.ts';
import { newDetails } from '../../person.ts';
import { runClients } from './clients.ts';
import { committed } from './databaseCounts.ts';
import type { LoadResult } from './load.ts';
import { readStages, type Stage } from './orderStages.ts';
import { type OrderWatch, watchOrders } from './orderWatch.ts';
import { processorMs, residentBytes } from './resources.ts';
import type { Measured } from './startMeasured.ts';
import { clientAddress } from './workloads.ts';

/**
 * Countries whose Visa is a card of its own: buyers with the same card would be one person, who needs a document sooner. The
 * run's buyers take them in turn.
 */
const CARDS =
  'at be bg cy cz de dk ee es fi fr gr gb gi hr hu ie it li lt lu lv mt nl no pl pt ro se si sk ch au br ca hk in jp mx my nz pa pe py sg uy ae ar ec sa cn'.split(
    ' ',
  );
const ORDERS_OF: Readonly<Record<number, number>> = { 1: 20, 16: 120, 64: 240 };
/** Seventeen of them are below what takes a document. */
const EUROS = '40';
/** Whoever makes more is another buyer by then. */
const ORDERS_OF_A_BUYER = 7;
const SIGNED_IN_AT_ONCE = 8;
/** Deeper than the network asks for, once a round: it is the product that is measured, and not the blocks. */
const BLOCKS = 12;
const BLOCKS_MS = 500;
/** Of one order; one that takes longer ends the run. */
const PATIENCE_MS = 60_000;
const IDLE_MS = 4_000;
/** A connection that has nothing more to do tells the server's statistics of its last commits as late as this. */
const STATISTICS_MS = 11_000;
const UNDER_WAY: ReadonlySet<string> = new Set<OrderStatus>([
  'awaiting_payment',
  'authorizing',
  'awaiting_consent',
  'capturing',
  'paid',
  'converting',
  'converted',
  'delivering',
]);

let buyers = 0;

export type WholeOrders = LoadResult & {
  readonly clients: number;
  /** Of the database, for an order; what it commits while nothing is under way is taken off. */
  readonly commits: number;
  readonly idleCommitsPerSecond: number;
  /** Of the log that it writes ahead. */
  readonly writtenBytes: number;
  readonly apiMs: number;
  readonly workerMs: number;
  /** The most that was seen. */
  readonly apiMb: number;
  readonly workerMb: number;
  readonly stages: readonly Stage[];
};

type Buyer = { readonly client: GatewayClient; readonly authToken: string; readonly card: string };

/**
 * So many buyers who have signed in make one order after another, pay each at once by card, and make the next when its coins
 * are on the chain: from the quote to the delivery, all stand-ins beside.
 */
export async function deliverOrders(
  world: Measured,
  clients: number,
  count = ORDERS_OF[clients] ?? clients,
): Promise<WholeOrders> {
  const buyersOf = await signInAll(world, clients, count);
  const database = new pg.Client({ connectionString: world.databaseUrl });
  // A query on it rejects by itself; an unheard error event would end the process.
  database.on('error', () => undefined);
  await database.connect();
  const held = { api: 0, worker: 0 };
  const blocks = makeBlocks(world.deskUrl);
  const watch = watchOrders(database, () => {
    for (const name of ['api', 'worker'] as const)
      held[name] = Math.max(held[name], residentBytes(world.pids[name]) / 2 ** 20);
  });
  try {
    const idle = await idleCommits(database);
    const before = { ...(await committed(database)), asked: watch.asked() };
    const used = { api: processorMs(world.pids.api), worker: processorMs(world.pids.worker) };
    const begun = performance.now();
    const orderNos: string[] = [];
    const result = await runClients(
      clients,
      Array.from({ length: count }, () => async (client: number) => {
        const buyer = buyersOf(client);
        const orderNo = await payOne(world, buyer);
        orderNos.push(orderNo);
        await untilDelivered(watch, buyer, orderNo);
        return undefined;
      }),
    );
    const apiMs = (processorMs(world.pids.api) - used.api) / count;
    const workerMs = (processorMs(world.pids.worker) - used.worker) / count;
    await sleep(STATISTICS_MS);
    const idleSeconds = (performance.now() - begun) / 1000;
    const after = await committed(database);
    const ofOrders = after.commits - before.commits - (watch.asked() - before.asked) - idle * idleSeconds;
    return {
      ...result,
      clients,
      commits: ofOrders / count,
      idleCommitsPerSecond: idle,
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

/** Gives the buyer whose turn it is at a client. */
async function signInAll(world: Measured, clients: number, count: number): Promise<(client: number) => Buyer> {
  const turns = Math.ceil(count / clients / ORDERS_OF_A_BUYER);
  const people: Buyer[] = [];
  await runClients(
    SIGNED_IN_AT_ONCE,
    Array.from({ length: clients * turns }, () => async () => {
      people.push(await newBuyer(world));
      return undefined;
    }),
  );
  const made = new Map<number, number>();
  return (client) => {
    const number = made.get(client) ?? 0;
    made.set(client, number + 1);
    const buyer = people[client + clients * (Math.floor(number / ORDERS_OF_A_BUYER) % turns)];
    if (!buyer) throw new RangeError(`there is no buyer for client ${client}`);
    return buyer;
  };
}

/** What the database commits a second while no order is under way. */
async function idleCommits(database: pg.Client): Promise<number> {
  await sleep(STATISTICS_MS);
  const before = await committed(database);
  await sleep(IDLE_MS);
  const { commits } = await committed(database);
  return ((commits - before.commits) * 1000) / IDLE_MS;
}

async function newBuyer({ origin, deskUrl }: Measured): Promise<Buyer> {
  const number = buyers++;
  const client = createGatewayClient(origin, { 'x-forwarded-for': clientAddress(number) });
  const authToken = await client.logIn(createDesk(deskUrl), `whole-${number}@example.com`);
  await client.data('addKyc', { ...newDetails(), authToken });
  return { client, authToken, card: `pm_card_${CARDS[number % CARDS.length]}` };
}

async function payOne({ sandboxPort }: Measured, { client, authToken, card }: Buyer): Promise<string> {
  const { address } = privateKeyToAccount(generatePrivateKey());
  const wanted = { getCurrency: 'ETH', address, sendCurrencyAmount: EUROS };
  const orderNo = await orderAgainByCard(client, authToken, wanted);
  await payByCard(client, authToken, orderNo, sandboxPort, card);
  return orderNo;
}

async function untilDelivered(watch: OrderWatch, { client, authToken }: Buyer, orderNo: string): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    await watch.changed(orderNo);
    const status = await agreedStatus(client, authToken, orderNo);
    if (status === 'delivered') return;
    if (!UNDER_WAY.has(status) || performance.now() > deadline)
      throw new Error(
        `${orderNo} is ${status}, ${Math.round((performance.now() - deadline + PATIENCE_MS) / 1000)} s after it was paid`,
      );
  }
}

function makeBlocks(deskUrl: string): AbortController {
  const stopping = new AbortController();
  const body = JSON.stringify({ count: BLOCKS });
  const rounds = async () => {
    while (!stopping.signal.aborted) {
      const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
      await (await fetch(`${deskUrl}/api/chains/ethereum/mine`, sent)).arrayBuffer();
      await sleep(BLOCKS_MS);
    }
  };
  // Without blocks no order comes to its end, and the run says so.
  rounds().catch(() => undefined);
  return stopping;
}
