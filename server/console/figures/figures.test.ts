import { createAmount } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import sql from 'sql-template-tag';
import { beforeAll, describe, expect, test } from 'vitest';
import { seedConfiguration } from '../../configuration/changeConfiguration.ts';
import { seededSettings } from '../../configuration/seededSettings.testing.ts';
import { postEntry, readLedgerBalances } from '../../ledger/ledgerStore.ts';
import { move } from '../../ledger/posting.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { moveClockOffMidnight } from '../../platform/database/moveClockOffMidnight.testing.ts';
import { rollBack } from '../../platform/database/rollBack.testing.ts';
import { happyPath, openOrderMachineHarness, type PathStep } from '../../purchase/order/orderMachineHarness.testing.ts';
import { emptyPriceBook } from '../../purchase/quote/priceBook.ts';
import { readExternalBalances } from '../../reconciliation/externalBalances.ts';
import { formatLedgerUnits } from '../../reconciliation/formatUnits.ts';
import { queryFigures, reportQueries } from '../../reporting/reportFigureStore.ts';
import { describeExternalAccount } from './describeExternalAccount.ts';
import { computeEuroValue, formatLedgerEuros, sumInEuro } from './euroValue.ts';
import { readMarginLines } from './marginLines.ts';
import { computeOpenOrderMoney } from './openOrderMoney.ts';
import { computeDayStart, computeTodayFigures } from './todayFigures.ts';
import { computeTreasuryFigures } from './treasuryFigures.ts';

const world = await openOrderMachineHarness();
const { database } = world;
await seedConfiguration(database, []);
await moveClockOffMidnight(database);
const { catalog } = seededSettings();
const pricing = { catalog, prices: emptyPriceBook, machineNow: new Date() };
const EURO = 10n ** 8n;
const DAY_MS = 24 * 60 * 60_000;

/** Returns a generator of pseudo-random numbers for a seed. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((state / 2 ** 31) * below);
  };
}

const mishaps: readonly (readonly PathStep[])[] = [
  [[(key) => ({ kind: 'risk_flagged', key, facts: { reason: 'operator' } }), 'on_hold']],
  [[(key) => ({ kind: 'conversion_failed', key, facts: { reason: 'no_market' } }), 'refunding']],
  [],
];

/** Creates orders that stop at various steps, some of them with a mishap. */
async function createOrders(count: number, seed: number): Promise<void> {
  const next = createRandom(seed);
  for (let made = 0; made < count; made += 1) {
    const order = await world.newOrder();
    const steps = happyPath.slice(0, next(happyPath.length + 1));
    await world.applySteps(order, steps);
    // After the capture, where the state machine has rows for both mishaps.
    if (steps.length === 3 || steps.length === 4) await world.applySteps(order, mishaps[next(mishaps.length)] ?? []);
  }
}

async function sumLedger(matches: (account: string) => boolean, from: Queryable = database): Promise<bigint> {
  return (await readLedgerBalances(from))
    .filter(({ account, asset }) => asset === 'iso4217:EUR' && matches(account))
    .reduce((sum, { units }) => sum + units, 0n);
}

beforeAll(() => createOrders(25, 4));

test.each([1, 2, 3])(
  'money of open orders equals the ledger’s liabilities to buyers plus authorized amounts: seed %i',
  async (seed) => {
    await createOrders(25, seed);
    const openMoney = await computeOpenOrderMoney(database, pricing);
    const { held } = await database.one<{ held: bigint }>(sql`
    select coalesce(sum(authorized_units), 0) as held from orders
    where captured_units = 0 and received_units = 0
      and status not in ('delivered', 'cancelled', 'expired', 'failed', 'refunded')`);
    const owed = -(await sumLedger((account) => account === 'liability:buyer' || account === 'liability:refund'));
    expect(owed).toBeGreaterThan(0n);
    expect(openMoney.unplaced).toEqual([]);
    expect(openMoney.worth).toEqual({ units: owed + (held * EURO) / 100n, unpriced: [] });
    expect(openMoney.stages.reduce((sum, { worth }) => sum + worth.units, 0n)).toBe(openMoney.worth.units);
    expect(openMoney.stages.reduce((sum, { orders }) => sum + orders, 0)).toBe(openMoney.orders);
  },
);

test.each([
  ['bank', 'Bank'],
  ['venue:kraken', 'Kraken'],
  ['chain:eip155:8453', 'Base'],
  ['chain:eip155:31337', 'eip155:31337'],
])('shows the external account %s as %s', (place, name) => {
  expect(describeExternalAccount(catalog, place)).toBe(name);
});

test('a coin amount omits the last ten of eighteen decimals only when they are zero', () => {
  const [ether] = [...catalog.cryptos.values()].filter(({ asset }) => asset.decimals === 18);
  const id = ether?.asset.id ?? '';
  expect(formatLedgerUnits(catalog, id, 25n * 10n ** 17n)).toBe('2.50000000');
  expect(formatLedgerUnits(catalog, id, 25n * 10n ** 17n + 1n)).toBe('2.500000000000000001');
});

test('reports a liability in the ledger that belongs to no order', async () => {
  const stray = move(createAmount(fiatAsset('EUR'), 700n), 'liability:buyer', 'asset:bank');
  await rollBack(database, async (transaction) => {
    await postEntry(transaction, { kind: 'test', key: 'stray', postings: stray }, null, new Date());
    const { unplaced } = await computeOpenOrderMoney(transaction, pricing);
    expect(unplaced).toEqual([{ asset: 'iso4217:EUR', units: 7n * EURO }]);
  });
});

describe('today’s figures', () => {
  test('equal the daily report, and the postings of income, costs and trading', async () => {
    const now = await database.now();
    const start = computeDayStart(now);
    const range = { start, end: new Date(start.getTime() + DAY_MS) };
    const day = await computeTodayFigures(database, pricing, now);
    const report = await Promise.all(
      ['Volume delivered, as paid', 'Costs'].map(async (title) => {
        const section = reportQueries.find((one) => one.title === title);
        if (!section) throw new Error(`${title} is no section`);
        return queryFigures(database, section.query, range);
      }),
    );
    const [volume, costs] = report;
    expect(day.orders).toBe(volume?.[0]?.count);
    expect(day.orders).toBeGreaterThan(0);
    expect(day.delivered.units).toBe(((volume?.[0]?.units ?? 0n) * EURO) / 100n);
    expect(day.hours.reduce((sum, { delivered }) => sum + delivered, 0n)).toBe(day.delivered.units);
    expect(day.usualByNow).toBeNull();
    const spent = costs
      ?.filter(({ asset }) => asset === 'iso4217:EUR')
      .reduce((sum, one) => sum + (one.units ?? 0n), 0n);
    expect(day.costs.units).toBe(spent);
    const isTaken = (account: string) => /^(income:|trading$|fx$)/.test(account);
    expect(day.taken.units).toBe(-(await sumLedger(isTaken)));
    const own = (account: string) => /^(income:|expense:|trading$|fx$)/.test(account);
    expect(day.margin.units).toBe(-(await sumLedger(own)));
    // The coin has no price here: it is listed and counts as zero.
    expect(day.margin.unpriced).toHaveLength(1);
  });

  test('compare with the mean of the same weekday up to this time', async () => {
    await rollBack(database, async (transaction) => {
      await transaction.run(sql`alter table order_events disable trigger user`);
      const { id } = await transaction.one<{ id: number }>(sql`
        select order_id::int as id from order_events where kind = 'payout_confirmed' limit 1`);
      const now = new Date(computeDayStart(await database.now()).getTime() + 12 * 60 * 60_000);
      let sequence = 900;
      for (const [weeks, hour] of [
        [1, 9],
        [1, 13],
        [2, 9],
      ] as const) {
        const at = new Date(computeDayStart(now).getTime() - weeks * 7 * DAY_MS + hour * 60 * 60_000);
        sequence += 1;
        await transaction.run(sql`
          insert into order_events (order_id, sequence, kind, key, data, from_status, to_status, at)
          values (${id}, ${sequence}, 'payout_confirmed', ${`usual:${sequence}`}, '{}', 'delivering', 'delivered', ${at})`);
      }
      const day = await computeTodayFigures(transaction, pricing, now);
      expect(day.usualByNow).toBe(100n * EURO);
      expect(day.hours[9]?.usual).toBe(100n * EURO);
      expect(day.hours[13]?.usual).toBe(50n * EURO);
    });
  });

  test('have no margin lines for a day without postings', async () => {
    const start = new Date('2019-05-01T00:00:00Z');
    expect(await readMarginLines(database, { start, end: new Date(start.getTime() + DAY_MS) })).toEqual([]);
  });
});

describe('the treasury’s figures', () => {
  test('equal the trial balance', async () => {
    const { assets, liabilities, ownFunds, liabilitiesByAccount } = await computeTreasuryFigures(database);
    expect(assets.units).toBe(await sumLedger((account) => account.startsWith('asset:')));
    expect(liabilities.units).toBe(-(await sumLedger((account) => account.startsWith('liability:'))));
    expect(ownFunds.units).toBe(assets.units - liabilities.units);
    expect(liabilitiesByAccount.reduce((sum, { worth }) => sum + worth.units, 0n)).toBe(liabilities.units);
  });

  test('list each account of an asset once, and sum to the ledger', async () => {
    const { places } = await computeTreasuryFigures(database);
    const names = places.map(({ place, name }) => `${place} ${name}`);
    expect(new Set(names).size).toBe(names.length);
    for (const asset of new Set((await readLedgerBalances(database)).map((one) => one.asset))) {
      const ours = (await readLedgerBalances(database))
        .filter((one) => one.asset === asset && one.account.startsWith('asset:') && one.account !== 'asset:venue')
        .reduce((sum, { units }) => sum + units, 0n);
      const shown = places.filter((one) => one.asset === asset && one.place !== 'venue');
      expect(shown.reduce((sum, { balance }) => sum + balance, 0n)).toBe(ours);
    }
  });
});

describe('reconciliation figures', () => {
  const storeReading = (transaction: Transaction) =>
    transaction.run(sql`
      insert into reconciliation_places (place, begun_at, read_at) values ('bank', clock_timestamp(), clock_timestamp())`);

  test('compute an external account’s balance from the ledger, the opening and the differences', async () => {
    await rollBack(database, async (transaction) => {
      await storeReading(transaction);
      await transaction.run(sql`
        insert into reconciliation_openings (place, asset, units) values ('bank', 'iso4217:EUR', 500000000)`);
      await transaction.run(sql`
        insert into reconciliation_differences (place, account, asset, state, units, rest_units, units_without_rows, rows, opened_at, last_seen_at)
        values ('bank', 'asset:bank', 'iso4217:EUR', 'open', -300000000, -100000000, 0,
          '[{"id":"b1","fault":"missing_there","here":"200000000","there":"0","overdue":true,"firstSeen":"2026-01-01T00:00:00Z"}]',
          clock_timestamp(), clock_timestamp())`);
      const { places } = await readExternalBalances(transaction, catalog);
      const [line] = places[0]?.lines ?? [];
      const bank = await sumLedger((account) => account === 'asset:bank', transaction);
      expect(line?.ledger).toBe(bank + 5n * EURO);
      expect(line?.gap).toBe(-3n * EURO);
    });
  });

  test('exclude postings that are newer than the last reading', async () => {
    await rollBack(database, async (transaction) => {
      const postToBank = async (key: string) => {
        const postings = move(createAmount(fiatAsset('EUR'), 900n), 'equity', 'asset:bank');
        const { now } = await transaction.one<{ now: Date }>(sql`select slipway_now() as now`);
        await postEntry(transaction, { kind: 'test', key, postings }, null, now);
      };
      const ledger = async () => (await readExternalBalances(transaction, catalog)).places[0]?.lines[0]?.ledger;
      await postToBank('earlier');
      await storeReading(transaction);
      const before = await ledger();
      expect(before).toBeGreaterThanOrEqual(9n * EURO);
      await postToBank('later');
      expect(await ledger()).toBe(before);
      await transaction.run(sql`update reconciliation_places set read_at = clock_timestamp()`);
      expect(await ledger()).toBe((before ?? 0n) + 9n * EURO);
    });
  });
});

describe('a value in euros', () => {
  const machineNow = new Date();
  const [crypto] = [...catalog.cryptos.values()];
  if (!crypto) throw new Error('the catalog is empty');
  const mid = { coefficient: 5_000_000n, scale: 2 };
  const market = { mid, trusted: true, observedAt: machineNow };
  const priced = {
    catalog,
    machineNow,
    prices: { ...emptyPriceBook, markets: new Map([[`${crypto.marketBase}/EUR`, market]]) },
  };

  test('uses the mid price of a coin, for positive and negative amounts', () => {
    const units = 2n * 10n ** 18n;
    expect(computeEuroValue(priced, { asset: crypto.asset.id, units })).toBe(100_000n * EURO);
    expect(computeEuroValue(priced, { asset: crypto.asset.id, units: -units })).toBe(-100_000n * EURO);
  });

  test('is zero for a coin whose price is too old, and the sum names this coin', () => {
    const later = { ...priced, machineNow: new Date(machineNow.getTime() + 60_000) };
    const holdings = [
      { asset: crypto.asset.id, units: 1n },
      { asset: 'iso4217:EUR', units: 5n * EURO },
    ];
    expect(sumInEuro(later, holdings)).toEqual({ units: 5n * EURO, unpriced: [crypto.asset.id] });
  });

  test.each([
    [123_456_789n, '1.23'],
    [-123_456_789n, '-1.23'],
    [-1n, '0.00'],
  ])('%i is formatted as %s', (units, formattedAmount) => {
    expect(formatLedgerEuros(units)).toBe(formattedAmount);
  });
});
