import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { agreedStatus, orderByCard, payByCard } from '../../cardPurchase.ts';
import { createDesk } from '../../desk.ts';
import { createGatewayClient, type GatewayClient } from '../../gatewayClient.ts';
import { runClients } from './clients.ts';
import { committed } from './databaseCounts.ts';
import type { LoadResult } from './load.ts';
import { processorMs, residentBytes } from './resources.ts';
import type { Measured } from './startMeasured.ts';
import { clientAddress } from './workloads.ts';

/**
 * Countries whose Visa is a card of its own: buyers with the same card would be one person, who needs a document sooner. The
 * run's buyers take them in turn, and no card pays for more than ten orders.
 */
const CARDS =
  'at be bg cy cz de dk ee es fi fr gr gb gi hr hu ie it li lt lu lv mt nl no pl pt ro se si sk ch au br ca hk in jp mx my nz pa pe py sg uy ae ar ec sa cn'.split(
    ' ',
  );
const ORDERS_EACH: Readonly<Record<number, number>> = { 1: 8, 16: 6, 64: 4 };
/** Ten of them are below what takes a document. */
const EUROS = '60';
const INTERVAL_MS = 100;
const PATIENCE_MS = 5 * 60_000;
const IDLE_MS = 4_000;
/** The server's statistics are as late as this. */
const STATISTICS_MS = 1_500;

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
  readonly apiMb: number;
  readonly workerMb: number;
};

type Buyer = { readonly client: GatewayClient; readonly authToken: string; readonly card: string };

/**
 * So many buyers who have signed in make one order after another, pay each at once by card, and make the next when its coins
 * are on the chain: from the quote to the delivery, all stand-ins beside.
 */
export async function deliverOrders(world: Measured, clients: number): Promise<WholeOrders> {
  const people: Buyer[] = [];
  for (let number = 0; number < clients; number += 1) people.push(await newBuyer(world));
  const database = new pg.Client({ connectionString: world.databaseUrl });
  await database.connect();
  try {
    const idle = await idleCommits(database);
    const before = await committed(database);
    const used = { api: processorMs(world.pids.api), worker: processorMs(world.pids.worker) };
    const begun = performance.now();
    const count = clients * (ORDERS_EACH[clients] ?? 1);
    const deliver = async (number: number) => {
      const buyer = people[number];
      if (!buyer) throw new Error(`there is no buyer ${number}`);
      await deliverOne(world, buyer);
      return undefined;
    };
    const result = await runClients(
      clients,
      Array.from({ length: count }, () => deliver),
    );
    const seconds = (performance.now() - begun) / 1000;
    const apiMs = (processorMs(world.pids.api) - used.api) / count;
    const workerMs = (processorMs(world.pids.worker) - used.worker) / count;
    const [apiMb, workerMb] = [world.pids.api, world.pids.worker].map((pid) => residentBytes(pid) / 2 ** 20);
    await sleep(STATISTICS_MS);
    const after = await committed(database);
    const elapsed = seconds + STATISTICS_MS / 1000;
    return {
      ...result,
      clients,
      commits: (after.commits - before.commits - idle * elapsed) / count,
      idleCommitsPerSecond: idle,
      writtenBytes: (after.writtenBytes - before.writtenBytes) / count,
      apiMs,
      workerMs,
      apiMb: apiMb ?? 0,
      workerMb: workerMb ?? 0,
    };
  } finally {
    await database.end();
  }
}

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
  return { client, authToken, card: `pm_card_${CARDS[number % CARDS.length]}` };
}

async function deliverOne({ sandboxPort }: Measured, { client, authToken, card }: Buyer): Promise<void> {
  const { address } = privateKeyToAccount(generatePrivateKey());
  const wanted = { getCurrency: 'ETH', address, sendCurrencyAmount: EUROS };
  const orderNo = await orderByCard(client, authToken, wanted);
  await payByCard(client, authToken, orderNo, sandboxPort, card);
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const status = await agreedStatus(client, authToken, orderNo);
    if (status === 'delivered') return;
    if (performance.now() > deadline) throw new Error(`an order is still ${status} after ${PATIENCE_MS / 1000} s`);
    await sleep(INTERVAL_MS);
  }
}
