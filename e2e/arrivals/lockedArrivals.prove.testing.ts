import { chromium } from '@playwright/test';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { recordProof } from '../../tools/proofs/recordProof.ts';
import { findBrowser } from '../../tools/test/findBrowser.ts';
import { createOperatorCli } from '../createOperatorCli.ts';
import { createLinkKey, openShopServer, SHOP } from '../partners/partnerServer.ts';
import base from '../playwright.config.ts';
import { createReadOnlyDatabase, type ReadOnlyDatabase } from '../readOnlyDatabase.ts';
import { createSandboxClient } from '../sandboxClient.ts';
import { startWorld } from '../startWorld.ts';
import { anyArrival, type GeneratedArrival } from './generatedArrival.ts';
import {
  type ArrivalSurroundings,
  type FixedTerms,
  type PlayedArrival,
  playArrival,
  type TabEnd,
} from './playArrival.ts';

const count = Number(process.env['PROVE_ARRIVALS'] ?? 500);
const seed = Number(process.env['PROVE_SEED'] ?? Date.now() % 2 ** 31);
const LANES = 3;
const HOUR_MS = 3_600_000;

type OrderRow = FixedTerms & { readonly coin: string; readonly method: string; readonly partner: string };

test(`${count} arrivals in Chromium create only orders on the partner’s terms`, { timeout: 3 * HOUR_MS }, async () => {
  const executablePath = findBrowser(process.env, console.log);
  if (executablePath === undefined) throw new Error('There is no Chromium.');
  const ends: Record<TabEnd, number> = { ordered: 0, stopped: 0, left: 0, free: 0 };
  let orders = 0;
  const arrivals = fc.sample(anyArrival, { numRuns: count, seed }).entries();

  const world = await startWorld('arrivals');
  const books = createReadOnlyDatabase(world.databaseUrl);
  const browser = await chromium.launch({ ...base.use?.launchOptions, executablePath });

  async function playLane(surroundings: ArrivalSurroundings): Promise<void> {
    for (const [index, arrival] of arrivals) {
      const description = JSON.stringify({ index, ...arrival }, (_, value) =>
        typeof value === 'bigint' ? `${value}` : value,
      );
      try {
        const played = await playArrival(arrival, `cart ${index}`, surroundings);
        const created = await listOrders(books, played.email);
        expectFixedOrders(arrival, played, created);
        orders += created.length;
        for (const end of played.ends) ends[end] += 1;
      } catch (error) {
        throw new Error(`arrival ${description}`, { cause: error });
      }
    }
  }

  try {
    const operator = createOperatorCli(world);
    const surroundings = {
      browser,
      world,
      desk: createSandboxClient(world.deskUrl),
      shop: await openShopServer(world.origin, operator),
      linkKey: await createLinkKey(operator),
    };
    await Promise.all(Array.from({ length: LANES }, () => playLane(surroundings)));
  } finally {
    await browser.close();
    await books.close();
    await world.stop();
  }
  expect(orders).toBeGreaterThan(count / 10);
  recordProof('Arrivals with a locked purchase in Chromium', {
    figures: `${count} arrivals, which opened ${Object.values(ends).reduce((sum, tabs) => sum + tabs)} tabs: ${ends.ordered} reached the payment of an order, ${ends.stopped} ended at a refusal, ${ends.left} went back to the page before the purchase; ${orders} orders made`,
    seed: `${seed}`,
    result: 'every order has the address, amount and reference that its partner fixed',
  });
});

function listOrders(books: ReadOnlyDatabase, email: string): Promise<OrderRow[]> {
  return books.rows<OrderRow>(
    `select lower(orders.address) as address, to_char(pay_units / 100, 'FM99990.00') as "sendCurrencyAmount", reference,
       receive_currency as coin, pay_method as method, orders.partner_id as partner
     from orders join buyers on buyers.id = orders.buyer_id where buyers.email = $1`,
    [email],
  );
}

/** Expects only orders that the partner has fixed, and none for a link with a fault. */
function expectFixedOrders(
  { fault }: GeneratedArrival,
  { fixed, ends }: PlayedArrival,
  created: readonly OrderRow[],
): void {
  const row = { ...fixed, coin: 'ETH', method: 'credit_debit_card', partner: SHOP.id };
  expect(created).toEqual(created.map(() => row));
  expect(ends).not.toContain('free');
  if (fault === 'none') return;
  expect(created).toEqual([]);
  expect(ends).not.toContain('ordered');
}
