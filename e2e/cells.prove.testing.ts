import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { expect, test } from 'vitest';
import { recordProof } from '../tools/proofs/recordProof.ts';
import { findBrowser } from '../tools/test/findBrowser.ts';
import { payByCard, placeFirstCardOrder, readStatusAcceptingRequote } from './buyers/cardPurchase.ts';
import { createGatewayClient } from './buyers/gatewayClient.ts';
import { createReadOnlyDatabase, type ReadOnlyDatabase } from './readOnlyDatabase.ts';
import { createSandboxClient, type SandboxClient } from './sandboxClient.ts';
import { findFreePorts, type StartedWorld, startWorld, WORLD_PORT_COUNT } from './startWorld.ts';

const LETTERS = ['E', 'U'] as const;
type Letter = (typeof LETTERS)[number];
/** Purchases per cell, at most ten: more with one person's card would require a document. */
const PURCHASES = Math.min(Number(process.env['PROVE_PURCHASES'] ?? 5), 10);
const EUROS = '60';
const PATIENCE_MS = 90_000;
const INTERVAL_MS = 100;
const MINUTE_MS = 60_000;

type PlacedOrder = { readonly orderNo: string; readonly address: string };
type Cell = {
  readonly letter: Letter;
  readonly world: StartedWorld;
  readonly desk: SandboxClient;
  readonly books: ReadOnlyDatabase;
  readonly bought: PlacedOrder[];
};

/**
 * Starts two complete Slipways with separate databases, secrets, chains and treasuries, which know each other only by CELLS.
 */
async function startCells(opened: Cell[]): Promise<void> {
  const first = await findFreePorts(LETTERS.length * WORLD_PORT_COUNT);
  const computePort = (index: number) => first + index * WORLD_PORT_COUNT;
  const CELLS = LETTERS.map((letter, index) => `${letter}=http://localhost:${computePort(index)}`).join(',');
  for (const [index, letter] of LETTERS.entries()) {
    const world = await startWorld(`cell-${letter}`, {
      firstPort: computePort(index),
      variables: {
        CELL: letter,
        CELLS,
        SLIPWAY_SECRET: randomBytes(32).toString('hex'),
        PERSONAL_DATA_KEYS: `cell:${randomBytes(32).toString('hex')}`,
      },
    });
    const books = createReadOnlyDatabase(world.databaseUrl);
    opened.push({ letter, world, desk: createSandboxClient(world.deskUrl), books, bought: [] });
  }
}

/** Buys with the same email address in each cell; the cells share no data about the buyer. */
async function buyInCell({ world, desk, bought }: Cell): Promise<void> {
  const client = createGatewayClient(world.origin);
  const authToken = await client.logIn(desk, 'anna@example.com');
  const sandboxPort = Number(new URL(world.deskUrl).port);
  for (let count = 0; count < PURCHASES; count += 1) {
    const { address } = privateKeyToAccount(generatePrivateKey());
    const orderNo = await placeFirstCardOrder(client, authToken, {
      getCurrency: 'ETH',
      address,
      sendCurrencyAmount: EUROS,
    });
    await payByCard(client, authToken, orderNo, sandboxPort);
    const began = performance.now();
    while ((await readStatusAcceptingRequote(client, authToken, orderNo)) !== 'delivered') {
      expect(performance.now() - began).toBeLessThan(PATIENCE_MS);
      await sleep(INTERVAL_MS);
    }
    bought.push({ orderNo, address });
  }
}

/**
 * Calls the other cell's API for an order: the redirect leads to the order's cell, and a client that follows it gets the
 * order.
 */
async function expectCallRedirect(from: Cell, to: Cell, { orderNo }: PlacedOrder): Promise<void> {
  const fetchCell = (redirect: 'manual' | 'follow') =>
    fetch(`${from.world.origin}/gateway/buying/orderDetail`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ orderNo }),
      redirect,
    });
  const redirected = await fetchCell('manual');
  expect([redirected.status, redirected.headers.get('location')]).toEqual([
    307,
    `${to.world.origin}/gateway/buying/orderDetail`,
  ]);
  expect(await redirected.json()).toMatchObject({ data: { error: 'order_not_found' } });
  const followed = await fetchCell('follow');
  expect(followed.url).toBe(`${to.world.origin}/gateway/buying/orderDetail`);
  expect(await followed.json()).toMatchObject({ respCode: '200', data: { orderNo, status: 'delivered' } });
}

async function expectStreamRedirect(from: Cell, to: Cell, { orderNo }: PlacedOrder): Promise<void> {
  const path = `/gateway/buying/orderEvents?orderNo=${orderNo}`;
  const leaving = new AbortController();
  const answer = await fetch(`${from.world.origin}${path}`, { signal: leaving.signal });
  expect(answer.url).toBe(`${to.world.origin}${path}`);
  expect(answer.headers.get('content-type')).toContain('text/event-stream');
  let text = '';
  for await (const bytes of answer.body ?? []) {
    text += Buffer.from(bytes).toString('utf8');
    if (text.includes('}\n\n')) break;
  }
  leaving.abort();
  expect(JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? '')).toMatchObject({ orderNo, status: 'delivered' });
}

/**
 * Opens two links to each order at the other cell in a browser, and checks that the order's cell shows it. Returns how many
 * pages were opened.
 */
async function expectPageRedirects(cells: readonly Cell[], pairs: readonly (readonly [Cell, Cell])[]): Promise<number> {
  const executablePath = findBrowser(process.env, () => undefined);
  if (executablePath === undefined) throw new Error('there is no Chromium: CHROMIUM_PATH names one');
  const browser = await chromium.launch({ executablePath });
  let opened = 0;
  try {
    const context = await browser.newContext({ locale: 'en-US' });
    const page = await context.newPage();
    // Install each cell's service worker first, since it intercepts later navigations.
    for (const { world } of cells) {
      await page.goto(`${world.origin}/edit`);
      await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)');
    }
    for (const [from, to] of pairs)
      for (const { orderNo } of to.bought)
        for (const query of [`orderNo=${orderNo}&lang=en-US`, `orderToken=${orderNo}`]) {
          await page.goto(`${from.world.origin}/order-status?${query}`);
          await page.getByText(orderNo, { exact: true }).waitFor();
          expect(page.url()).toBe(`${to.world.origin}/order-status?${query}`);
          opened += 1;
        }
  } finally {
    await browser.close();
  }
  return opened;
}

/** Checks that a cell's books and signed payments contain exactly its own orders, and that only its own chain paid them. */
async function expectOnlyOwnOrders(cell: Cell, other: Cell): Promise<void> {
  const own = cell.bought.map(({ orderNo }) => orderNo).toSorted();
  const cellOrderNumber = new RegExp(`^${cell.letter}-[2-9A-HJ-NP-Z]{20}$`);
  for (const orderNo of own) expect(orderNo).toMatch(cellOrderNumber);
  const stored = await cell.books.rows<{ no: string }>('select order_no as no from orders order by 1');
  expect(stored.map(({ no }) => no)).toEqual(own);
  const signed = await cell.books.rows<{ no: string }>(
    "select distinct unnest(order_nos) as no from signed_forms where purpose = 'payment' order by 1",
  );
  expect(signed.map(({ no }) => no)).toEqual(own);
  for (const { address } of cell.bought) {
    expect(await cell.desk.balance('ethereum', 'ETH', address)).toBeGreaterThan(0n);
    expect(await other.desk.balance('ethereum', 'ETH', address)).toBe(0n);
  }
}

test('two cells sell at the same time and redirect requests for each other’s orders', {
  timeout: 20 * MINUTE_MS,
}, async () => {
  const cells: Cell[] = [];
  let pageCount = 0;
  try {
    await startCells(cells);
    const [east, west] = cells;
    if (!east || !west) throw new Error('a cell was not started');
    await Promise.all(cells.map(buyInCell));
    const pairs = [
      [east, west],
      [west, east],
    ] as const;
    for (const [from, to] of pairs) {
      for (const bought of to.bought) {
        await expectCallRedirect(from, to, bought);
        await expectStreamRedirect(from, to, bought);
      }
      await expectOnlyOwnOrders(to, from);
    }
    expect(new Set(cells.flatMap(({ bought }) => bought.map(({ orderNo }) => orderNo))).size).toBe(2 * PURCHASES);
    pageCount = await expectPageRedirects(cells, pairs);
  } finally {
    await Promise.all(cells.map(({ books }) => books.close()));
    for (const { world } of cells) await world.stop();
  }
  expect(pageCount).toBe(2 * 2 * PURCHASES);
  recordProof('Two cells on one machine', {
    figures: `${2 * PURCHASES} card purchases, each order requested in the other cell by a call, a stream and ${pageCount / (2 * PURCHASES)} addresses of its page`,
    result: 'every request reaches the cell of its order; each treasury paid its own',
  });
});
