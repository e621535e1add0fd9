import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { readSettings } from '../../server/configuration/readSettings.ts';
import { openDatabase } from '../../server/platform/database/database.ts';
import { testPersonalKeys } from '../../server/platform/personal/testPersonalKeys.testing.ts';
import { readPriceBook } from '../../server/purchase/quote/priceBookStore.ts';
import { payOutAcquirerBalance } from '../books/acquirerPayout.ts';
import { readBookedFigures } from '../books/bookedFigures.ts';
import { type ConsoleFigures, findFigureFaults } from '../books/consoleFigures.ts';
import { expectNoPendingWork } from '../books/databaseChecks.ts';
import { falsifyFigures } from '../books/falsifyFigures.ts';
import { readStandInHoldings, readStandInPayouts } from '../books/standInBooks.ts';
import { newEmail } from '../buyers/buyerDetails.ts';
import { payByCard, placeFirstCardOrder } from '../buyers/cardPurchase.ts';
import { createGatewayClient } from '../buyers/gatewayClient.ts';
import { DESKTOP_WINDOW, logInAsPerson } from '../console/consolePage.ts';
import { type CallConsole, createConsoleCaller } from '../page/consoleCaller.ts';
import type { ReadOnlyDatabase } from '../readOnlyDatabase.ts';
import type { SandboxClient } from '../sandboxClient.ts';
import { expect, test, type World } from '../world.ts';

test.use({ viewport: DESKTOP_WINDOW, isMobile: false, hasTouch: false });

const DAY_MS = 24 * 60 * 60_000;
/** Covers everything: reports cover at most a year, and the test world is younger than this. */
const LONG_MS = 300 * DAY_MS;

async function readShownFigures(callConsole: CallConsole): Promise<ConsoleFigures> {
  const { day, now, reserves } = await callConsole('today', { assignee: 'all' });
  const on = (later: number) => new Date(Date.parse(now) + later).toISOString().slice(0, 10);
  const [today, allTime] = [
    { from: on(0), to: on(DAY_MS) },
    { from: on(-LONG_MS), to: on(DAY_MS) },
  ];
  const { assets, liabilities, equity, liabilitiesByAccount, places } = await callConsole('treasury', {});
  const { orders, delivered, hours, taken, costs, left } = day;
  return {
    day: { orders, delivered, hours, taken, costs, left },
    reserves: reserves.map(({ name, free }) => ({ name, free })),
    treasury: { assets, liabilities, equity, liabilitiesByAccount, places },
    reconciliation: { places: (await callConsole('reconciliation', {})).places },
    margin: await callConsole('reportMargin', allTime),
    marginOfDay: await callConsole('reportMargin', today),
    volumes: await callConsole('reportVolumes', allTime),
    volumesOfDay: await callConsole('reportVolumes', today),
    trialBalance: await callConsole('reportTrialBalance', { day: today.from }),
    payouts: await readPayouts(callConsole),
  };
}

async function readPayouts(callConsole: CallConsole): Promise<ConsoleFigures['payouts']> {
  const payouts = [];
  for (const { id } of (await callConsole('payouts', {})).list) {
    const payout = await callConsole('payout', { id });
    const list = [...payout.list];
    for (let { cursor } = payout; cursor !== null; ) {
      const page = await callConsole('payout', { id, cursor });
      list.push(...page.list);
      cursor = page.cursor;
    }
    const { amount, lines, parts, difference } = payout;
    payouts.push({ id, amount, lines, parts, difference, list });
  }
  return payouts;
}

/** Buys coins if no order is delivered yet, since this test would otherwise check empty books. */
async function buyIfNothingDelivered(world: World, desk: SandboxClient, books: ReadOnlyDatabase): Promise<void> {
  const hasDeliveredOrder = async () =>
    (await books.rows("select 1 from orders where status = 'delivered'")).length > 0;
  if (await hasDeliveredOrder()) return;
  const client = createGatewayClient(world.origin);
  const authToken = await client.logIn(desk, newEmail());
  const { address } = privateKeyToAccount(generatePrivateKey());
  const orderNo = await placeFirstCardOrder(client, authToken, {
    getCurrency: 'ETH',
    address,
    sendCurrencyAmount: '100',
  });
  await payByCard(client, authToken, orderNo, Number(new URL(world.deskUrl).port));
  await expect.poll(hasDeliveredOrder).toBe(true);
}

/** Returns a fingerprint of the prices, bookings and comparisons that changes when any of them does. */
async function readMoment(books: ReadOnlyDatabase): Promise<string> {
  const [row] = await books.rows<{ moment: string }>(`
    select concat((select string_agg(concat(base, quote, mid, trusted), ',' order by base, quote) from market_prices),
      (select string_agg(concat(currency, per_euro), ',' order by currency) from fiat_rates),
      (select max(id) from ledger_postings), (select count(*) from order_events),
      (select string_agg(read_at::text, ',' order by place) from reconciliation_places), slipway_now()::date) as moment`);
  return row?.moment ?? '';
}

test('Today, Treasury, Reconciliation and Reports show exact booked figures, and a wrong one is detected', async ({
  page,
  world,
  desk,
  books,
}) => {
  await buyIfNothingDelivered(world, desk, books);
  await expectNoPendingWork(books);
  await payOutAcquirerBalance(desk, books, 'SLIPWAY FIGURES');
  await logInAsPerson(page, world.consoleUrl, 'anna');
  const callConsole = createConsoleCaller(page, world.consoleUrl);
  const database = openDatabase(world.databaseUrl, { maxConnections: 1, personalKeys: testPersonalKeys() });
  try {
    const { catalog } = await readSettings(database);
    const start = `${(await database.now()).toISOString().slice(0, 10)}T00:00:00Z`;
    const readFigures = async () => {
      const { run } = await callConsole('checkNow', {});
      const ended = 'select 1 from reconciliation_runs where id = $1 and finished_at is not null';
      await expect.poll(async () => (await books.rows(ended, [run])).length).toBe(1);
      const before = await readMoment(books);
      const prices = await readPriceBook(database);
      const shown = await readShownFigures(callConsole);
      const booked = await readBookedFigures(
        books,
        start,
        await readStandInHoldings(desk),
        await readStandInPayouts(desk),
      );
      expect(await readMoment(books)).toBe(before);
      return { shown, booked, pricing: { catalog, prices, machineNow: new Date() } };
    };
    let matching: Awaited<ReturnType<typeof readFigures>> | undefined;
    // Retried, since prices change every second, and an account that did not answer is compared in the next run.
    await expect(async () => {
      matching = await readFigures();
      expect(findFigureFaults(matching.shown, matching.booked, matching.pricing)).toEqual([]);
    }).toPass();
    if (!matching) throw new Error('no figures were read');
    const { shown, booked, pricing } = matching;
    expect(booked.result.length).toBeGreaterThan(4);

    const unnoticed: string[] = [];
    let planted = 0;
    for (const [where, wrong] of falsifyFigures(shown)) {
      planted += 1;
      if (findFigureFaults(wrong, booked, pricing).length === 0) unnoticed.push(where);
    }
    expect(planted).toBeGreaterThan(50);
    expect(unnoticed).toEqual([]);
  } finally {
    await database.close();
  }
});
