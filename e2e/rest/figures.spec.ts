import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { readRows } from '../../server/configuration/configurationStore.ts';
import { readConfiguration } from '../../server/configuration/kinds.ts';
import { settingsOf } from '../../server/configuration/settings.ts';
import type { Pricing } from '../../server/console/figures/euroWorth.ts';
import { openDatabase } from '../../server/platform/database/database.ts';
import { testPersonalKeys } from '../../server/platform/personal/testPersonalKeys.testing.ts';
import { readPriceBook } from '../../server/purchase/quote/priceBookStore.ts';
import { readBooked } from '../bookedFigures.ts';
import { expectRest } from '../booksCheck.ts';
import type { BooksQuery } from '../booksQuery.ts';
import { orderByCard, payByCard } from '../cardPurchase.ts';
import { DESK, enterAs } from '../console/consolePage.ts';
import { type Ask, askAs } from '../consoleAsk.ts';
import { figureFaults, type ToldFigures } from '../consoleFigures.ts';
import type { Desk } from '../desk.ts';
import { falsified } from '../falsifiedFigures.ts';
import { createGatewayClient } from '../gatewayClient.ts';
import { newEmail } from '../person.ts';
import { standInHoldings } from '../standInBooks.ts';
import { expect, test, type World } from '../world.ts';

test.use({ viewport: DESK, isMobile: false, hasTouch: false });

const DAY_MS = 24 * 60 * 60_000;
/** Of a year at most a report tells; the world is younger. */
const LONG_MS = 300 * DAY_MS;

async function toldBy(ask: Ask): Promise<ToldFigures> {
  const { day, now, reserves } = await ask('today', { whose: 'all' });
  const on = (later: number) => new Date(Date.parse(now) + later).toISOString().slice(0, 10);
  const [today, ever] = [
    { from: on(0), to: on(DAY_MS) },
    { from: on(-LONG_MS), to: on(DAY_MS) },
  ];
  const { have, owe, ours, owed, places } = await ask('treasury', {});
  const { orders, delivered, hours, taken, costs, left } = day;
  return {
    day: { orders, delivered, hours, taken, costs, left },
    reserves: reserves.map(({ name, free }) => ({ name, free })),
    treasury: { have, owe, ours, owed, places },
    reconciliation: { places: (await ask('reconciliation', {})).places },
    margin: await ask('reportMargin', ever),
    marginOfDay: await ask('reportMargin', today),
    volumes: await ask('reportVolumes', ever),
    volumesOfDay: await ask('reportVolumes', today),
  };
}

/** By itself, without the journeys before it, it would check empty books. */
async function buyWhereNobodyHas(world: World, desk: Desk, books: BooksQuery): Promise<void> {
  const isThere = async () => (await books.rows("select 1 from orders where status = 'delivered'")).length > 0;
  if (await isThere()) return;
  const client = createGatewayClient(world.origin);
  const authToken = await client.logIn(desk, newEmail());
  const { address } = privateKeyToAccount(generatePrivateKey());
  const orderNo = await orderByCard(client, authToken, { getCurrency: 'ETH', address, sendCurrencyAmount: '100' });
  await payByCard(client, authToken, orderNo, Number(new URL(world.deskUrl).port));
  await expect.poll(isThere).toBe(true);
}

/** Prices, bookings and comparisons, by what changes with them. */
async function momentOf(books: BooksQuery): Promise<string> {
  const [row] = await books.rows<{ moment: string }>(`
    select concat((select string_agg(concat(base, quote, mid, trusted), ',' order by base, quote) from market_prices),
      (select string_agg(concat(currency, per_euro), ',' order by currency) from fiat_rates),
      (select max(id) from ledger_postings), (select count(*) from order_events),
      (select string_agg(read_at::text, ',' order by place) from reconciliation_places), slipway_now()::date) as moment`);
  return row?.moment ?? '';
}

test('Today, Treasury, Reconciliation and Reports tell what is booked, to the last digit, and one that does not is found', async ({
  page,
  world,
  desk,
  books,
}) => {
  await buyWhereNobodyHas(world, desk, books);
  await expectRest(books);
  await enterAs(page, world.consoleUrl, 'anna');
  const ask = askAs(page, world.consoleUrl);
  const { run } = await ask('checkNow', {});
  const ended = 'select 1 from reconciliation_runs where id = $1 and finished_at is not null';
  await expect.poll(async () => (await books.rows(ended, [run])).length).toBe(1);

  const database = openDatabase(world.databaseUrl, { maxConnections: 1, personalKeys: testPersonalKeys() });
  try {
    const { catalog } = settingsOf(readConfiguration(await readRows(database)));
    let found: { told: ToldFigures; pricing: Pricing } | undefined;
    // Prices change by the second: what was told is compared where none has meanwhile.
    await expect(async () => {
      const before = await momentOf(books);
      const prices = await readPriceBook(database);
      const told = await toldBy(ask);
      expect(await momentOf(books)).toBe(before);
      found = { told, pricing: { catalog, prices, machineNow: new Date() } };
    }).toPass();
    if (!found) throw new Error('nothing was told');
    const { told, pricing } = found;
    const start = `${(await database.now()).toISOString().slice(0, 10)}T00:00:00Z`;
    const booked = await readBooked(books, start, await standInHoldings(desk));
    expect(booked.result.length).toBeGreaterThan(4);
    expect(figureFaults(told, booked, pricing)).toEqual([]);

    const unnoticed: string[] = [];
    let planted = 0;
    for (const [where, wrong] of falsified(told)) {
      planted += 1;
      if (figureFaults(wrong, booked, pricing).length === 0) unnoticed.push(where);
    }
    expect(planted).toBeGreaterThan(50);
    expect(unnoticed).toEqual([]);
  } finally {
    await database.close();
  }
});
