import { chromium } from '@playwright/test';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { recordProof } from '../../tools/proofs/recordProof.ts';
import { findBrowser } from '../../tools/test/findBrowser.ts';
import { createOperatorCli } from '../createOperatorCli.ts';
import { createLinkKey, openShopServer, SHOP } from '../partners/partnerServer.ts';
import base from '../playwright.config.ts';
import { createReadOnlyDatabase } from '../readOnlyDatabase.ts';
import { createSandboxClient } from '../sandboxClient.ts';
import { startWorld } from '../startWorld.ts';
import { anyArrival } from './generatedArrival.ts';
import { playArrival, type TabEnd } from './playArrival.ts';

const count = Number(process.env['PROVE_ARRIVALS'] ?? 500);
const seed = Number(process.env['PROVE_SEED'] ?? Date.now() % 2 ** 31);
const LANES = 3;
const HOUR_MS = 3_600_000;

type OrderRow = { readonly address: string; readonly amount: string; readonly reference: string };

test(`${count} arrivals with locked purchases in Chromium`, { timeout: 3 * HOUR_MS }, async () => {
  const executablePath = findBrowser(process.env, console.log);
  if (executablePath === undefined) throw new Error('There is no Chromium.');
  const world = await startWorld('arrivals');
  const books = createReadOnlyDatabase(world.databaseUrl);
  const browser = await chromium.launch({ ...base.use?.launchOptions, executablePath });
  const operator = createOperatorCli(world);
  const surroundings = {
    browser,
    world,
    desk: createSandboxClient(world.deskUrl),
    shop: await openShopServer(world.origin, operator),
    linkKey: await createLinkKey(operator),
  };

  const listOrders = (email: string) =>
    books.rows<OrderRow & { readonly coin: string; readonly method: string; readonly partner: string }>(
      `select lower(orders.address) as address, to_char(pay_units / 100, 'FM99990.00') as amount, reference,
         receive_currency as coin, pay_method as method, orders.partner_id as partner
       from orders join buyers on buyers.id = orders.buyer_id where buyers.email = $1`,
      [email],
    );

  const ends: Record<TabEnd, number> = { ordered: 0, stopped: 0, left: 0, free: 0 };
  let orders = 0;
  const arrivals = fc.sample(anyArrival, { numRuns: count, seed }).entries();

  async function playLane(): Promise<void> {
    for (const [index, arrival] of arrivals) {
      const told = JSON.stringify({ index, ...arrival }, (_, value) =>
        typeof value === 'bigint' ? `${value}` : value,
      );
      try {
        const played = await playArrival(arrival, `cart ${index}`, surroundings);
        const made = await listOrders(played.email);
        const { address, sendCurrencyAmount, reference } = played.fixed;
        const ordered = { address, amount: sendCurrencyAmount, reference };
        for (const row of made)
          expect(row).toEqual({ ...ordered, coin: 'ETH', method: 'credit_debit_card', partner: SHOP.id });
        expect(played.ends).not.toContain('free');
        if (arrival.fault !== 'none') expect([...made, ...played.ends.filter((end) => end === 'ordered')]).toEqual([]);
        orders += made.length;
        for (const end of played.ends) ends[end] += 1;
      } catch (error) {
        throw new Error(`arrival ${told}`, { cause: error });
      }
    }
  }

  try {
    await Promise.all(Array.from({ length: LANES }, playLane));
  } finally {
    await browser.close();
    await books.close();
    await world.stop();
  }
  expect(orders).toBeGreaterThan(count / 10);
  recordProof('Arrivals with a locked purchase in Chromium', {
    figures: `${count} arrivals in ${Object.values(ends).reduce((sum, tabs) => sum + tabs)} tabs: ${ends.ordered} at the payment of an order, ${ends.stopped} stopped, ${ends.left} left; ${orders} orders made`,
    seed: `${seed}`,
    result: 'every order has the address, amount and reference that its partner fixed',
  });
});
