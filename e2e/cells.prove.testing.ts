import { randomBytes } from 'node:crypto';
import { appendFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { expect, test } from 'vitest';
import { findBrowser } from '../tools/test/findBrowser.ts';
import { type BooksQuery, createBooksQuery } from './booksQuery.ts';
import { agreedStatus, orderByCard, payByCard } from './cardPurchase.ts';
import { createDesk, type Desk } from './desk.ts';
import { createGatewayClient } from './gatewayClient.ts';
import { findFreePorts, type StartedWorld, startWorld, WORLD_PORT_COUNT } from './startWorld.ts';

const PROJECT = fileURLToPath(new URL('../', import.meta.url));
const LETTERS = ['E', 'U'] as const;
type Letter = (typeof LETTERS)[number];
/** In each cell. One person's card: of more a document would be asked. */
const PURCHASES = Math.min(Number(process.env['PROVE_PURCHASES'] ?? 5), 10);
const EUROS = '60';
const PATIENCE_MS = 90_000;
const INTERVAL_MS = 100;
const MINUTE_MS = 60_000;

type Bought = { readonly orderNo: string; readonly address: string };
type Cell = {
  readonly letter: Letter;
  readonly world: StartedWorld;
  readonly desk: Desk;
  readonly books: BooksQuery;
  readonly bought: Bought[];
};

/** Two whole Slipways with databases, secrets, chains and treasuries of their own, which know of each other only by CELLS. */
async function startCells(opened: Cell[]): Promise<void> {
  const first = await findFreePorts(LETTERS.length * WORLD_PORT_COUNT);
  const portOf = (index: number) => first + index * WORLD_PORT_COUNT;
  const CELLS = LETTERS.map((letter, index) => `${letter}=http://localhost:${portOf(index)}`).join(',');
  for (const [index, letter] of LETTERS.entries()) {
    const world = await startWorld(`cell-${letter}`, {
      firstPort: portOf(index),
      variables: {
        CELL: letter,
        CELLS,
        SLIPWAY_SECRET: randomBytes(32).toString('hex'),
        PERSONAL_DATA_KEYS: `cell:${randomBytes(32).toString('hex')}`,
      },
    });
    const books = createBooksQuery(world.databaseUrl);
    opened.push({ letter, world, desk: createDesk(world.deskUrl), books, bought: [] });
  }
}

/** The same person in each cell, to whom each is a Slipway of its own. */
async function buyIn({ world, desk, bought }: Cell): Promise<void> {
  const client = createGatewayClient(world.origin);
  const authToken = await client.logIn(desk, 'anna@example.com');
  const sandboxPort = Number(new URL(world.deskUrl).port);
  for (let count = 0; count < PURCHASES; count += 1) {
    const { address } = privateKeyToAccount(generatePrivateKey());
    const orderNo = await orderByCard(client, authToken, { getCurrency: 'ETH', address, sendCurrencyAmount: EUROS });
    await payByCard(client, authToken, orderNo, sandboxPort);
    const began = performance.now();
    while ((await agreedStatus(client, authToken, orderNo)) !== 'delivered') {
      expect(performance.now() - began).toBeLessThan(PATIENCE_MS);
      await sleep(INTERVAL_MS);
    }
    bought.push({ orderNo, address });
  }
}

/** Asked of the other cell as a program does it, which follows. */
async function expectLedByCall(from: Cell, to: Cell, { orderNo }: Bought): Promise<void> {
  const ask = (redirect: 'manual' | 'follow') =>
    fetch(`${from.world.origin}/gateway/buying/orderDetail`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ orderNo }),
      redirect,
    });
  const led = await ask('manual');
  expect([led.status, led.headers.get('location')]).toEqual([307, `${to.world.origin}/gateway/buying/orderDetail`]);
  expect(await led.json()).toMatchObject({ data: { error: 'order_not_found' } });
  const followed = await ask('follow');
  expect(followed.url).toBe(`${to.world.origin}/gateway/buying/orderDetail`);
  expect(await followed.json()).toMatchObject({ respCode: '200', data: { orderNo, status: 'delivered' } });
}

async function expectLedByStream(from: Cell, to: Cell, { orderNo }: Bought): Promise<void> {
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

/** In a browser, as from a link in the wrong cell. */
async function expectLedByPages(cells: readonly Cell[], pairs: readonly (readonly [Cell, Cell])[]): Promise<number> {
  const executablePath = findBrowser(process.env, () => undefined);
  if (executablePath === undefined) throw new Error('there is no Chromium: CHROMIUM_PATH names one');
  const browser = await chromium.launch({ executablePath });
  let opened = 0;
  try {
    const context = await browser.newContext({ locale: 'en-US' });
    const page = await context.newPage();
    // Once there, each cell's own worker stands between its pages and the network.
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

/** Its own orders alone are in a cell's books, were signed for by its signer, and were paid on its chain. */
async function expectOwnOrdersAlone(cell: Cell, other: Cell): Promise<void> {
  const own = cell.bought.map(({ orderNo }) => orderNo).toSorted();
  const ofCell = new RegExp(`^${cell.letter}-[2-9A-HJ-NP-Z]{20}$`);
  for (const orderNo of own) expect(orderNo).toMatch(ofCell);
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

test('two cells sell side by side, and lead to each other’s orders', { timeout: 20 * MINUTE_MS }, async () => {
  const cells: Cell[] = [];
  let pages = 0;
  try {
    await startCells(cells);
    const [east, west] = cells;
    if (!east || !west) throw new Error('there are two cells');
    await Promise.all(cells.map(buyIn));
    const pairs = [
      [east, west],
      [west, east],
    ] as const;
    for (const [from, to] of pairs) {
      for (const bought of to.bought) {
        await expectLedByCall(from, to, bought);
        await expectLedByStream(from, to, bought);
      }
      await expectOwnOrdersAlone(to, from);
    }
    expect(new Set(cells.flatMap(({ bought }) => bought.map(({ orderNo }) => orderNo))).size).toBe(2 * PURCHASES);
    pages = await expectLedByPages(cells, pairs);
  } finally {
    await Promise.all(cells.map(({ books }) => books.close()));
    for (const { world } of cells) await world.stop();
  }
  expect(pages).toBe(2 * 2 * PURCHASES);
  await appendFile(
    join(PROJECT, 'PROOFS.md'),
    `| two cells on one machine: ${2 * PURCHASES} purchases by card to Delivered, each order asked for in the other cell by a call, a stream and ${pages / (2 * PURCHASES)} addresses of its page; each treasury paid its own | | all arrive where their order is |\n`,
  );
});
