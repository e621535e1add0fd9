import { createHash, randomUUID } from 'node:crypto';
import { exportNames } from '@slipway/contract/entities/console/consoleReport.ts';
import sql from 'sql-template-tag';
import { beforeAll, describe, expect, test } from 'vitest';
import { storeDeliveredOrder } from '../../bench/deliveredOrder.testing.ts';
import { postEntry } from '../../ledger/ledgerStore.ts';
import { reversePostings } from '../../ledger/posting.ts';
import { moveClockOffMidnight } from '../../platform/database/moveClockOffMidnight.testing.ts';
import { toPropertyName } from '../../platform/database/propertyName.ts';
import { applyEvent } from '../../purchase/order/machine/applyEvent.ts';
import { exampleOrder } from '../../purchase/order/orderArbitraries.testing.ts';
import { happyPath } from '../../purchase/order/orderMachineHarness.testing.ts';
import { silentOrderMachine } from '../../purchase/order/silentStepContext.testing.ts';
import { storeOrder } from '../../purchase/order/storedOrder.testing.ts';
import { buildDifferenceEntry } from '../../reconciliation/differences/differenceEntry.ts';
import { openConsoleWorld } from '../consoleWorld.testing.ts';
import { composeFunnel } from './funnel.ts';

const world = await openConsoleWorld();
const { database } = world;
const vera = world.createVisitor('vera');
const cleo = world.createVisitor('cleo');
const { today, tomorrow } = await moveClockOffMidnight(database);
const period = { from: today, to: tomorrow };
const refused = (key: string) => expect.objectContaining({ key });

beforeAll(async () => {
  await vera.logIn();
  await cleo.logIn();
  await storeDeliveredOrder(database);
  const { id } = await storeOrder(database, { partnerId: 'shop', partnerShare: { ...exampleOrder.pay, units: 100n } });
  for (const [event] of happyPath)
    await database.transaction((transaction) => applyEvent(silentOrderMachine, transaction, id, event(randomUUID())));
});

describe('the margin report', () => {
  test('equals the postings of the ledger to the last digit', async () => {
    const { assets } = await vera.call('reportMargin', period);
    const sums = await database.many<{ asset: string; units: string }>(sql`
      select asset, trim_scale(-sum(units) / 10::numeric ^ (case when asset like 'iso4217:%' then 8 else 18 end))::text as units
      from ledger_postings where account ~ '^(income:|expense:|trading$|fx$)' group by asset order by asset`);
    expect(
      assets
        .map(({ asset, left }) => ({ asset, units: removeTrailingZeros(left.amount) }))
        .toSorted((a, b) => (a.asset < b.asset ? -1 : 1)),
    ).toEqual(sums.filter(({ units }) => units !== '0'));
    expect(assets.find(({ unit }) => unit === 'EUR')?.steps.map(({ account }) => account)).toContain(
      'income:processing',
    );
  });

  async function listAllPostings(account: string, asset: string) {
    const { list, cursor: next } = await vera.call('reportPostings', { ...period, account, asset });
    let cursor = next;
    while (cursor !== null) {
      const page = await vera.call('reportPostings', { ...period, account, asset, cursor });
      list.push(...page.list);
      cursor = page.cursor;
    }
    return list;
  }

  test('has the same total as Today', async () => {
    const [{ total }, { day }] = [await vera.call('reportMargin', period), await vera.call('today', {})];
    expect(total).toEqual(day.left);
  });

  test('lists the postings of each step', async () => {
    const { assets } = await vera.call('reportMargin', period);
    for (const { asset, steps } of assets)
      for (const { account, units, postings } of steps) {
        const list = await listAllPostings(account, asset);
        expect(list).toHaveLength(postings);
        const { sum } = await database.one<{ sum: string }>(
          sql`select trim_scale(sum(amount::numeric))::text as sum from unnest(${list.map(({ amount }) => amount.amount)}::text[]) amount`,
        );
        expect(sum).toBe(removeTrailingZeros(units.amount));
      }
  });

  test('counts a difference booked as lost once, and not after its reversal', async () => {
    const readSwedishMargin = async () =>
      (await vera.call('reportMargin', period)).assets.find(({ unit }) => unit === 'SEK')?.left.amount ?? '0.00';
    const difference = { id: 1, account: 'asset:bank' as const, asset: 'iso4217:SEK', units: -700_000_000n };
    const entry = buildDifferenceEntry(world.context.settings().catalog, difference, 1);
    const postTestEntry = (of: typeof entry) =>
      database.transaction(async (transaction) => postEntry(transaction, of, null, await database.now()));
    await postTestEntry(entry);
    expect(await readSwedishMargin()).toBe('-7.00');
    await postTestEntry({ ...entry, key: `reversal:${entry.key}`, postings: reversePostings(entry.postings) });
    expect(await readSwedishMargin()).toBe('0.00');
  });

  test('pages through the postings, newest first, without losing one', async () => {
    await database.transaction(async (transaction) => {
      const { id } = await transaction.one<{ id: number }>(sql`
        insert into ledger_transactions (key, kind, at) values (${randomUUID()}, 'test', slipway_now()) returning id`);
      for (let count = 0; count < 60; count += 1)
        await transaction.run(sql`
          insert into ledger_postings (transaction_id, account, asset, units)
          values (${id}, 'expense:bank', 'iso4217:CHF', 100), (${id}, 'asset:bank', 'iso4217:CHF', -100)`);
    });
    const query = { ...period, account: 'expense:bank', asset: 'iso4217:CHF' };
    const first = await vera.call('reportPostings', query);
    const second = await vera.call('reportPostings', { ...query, cursor: first.cursor ?? 1 });
    const ids = [...first.list, ...second.list].map(({ id }) => id);
    expect({ count: new Set(ids).size, cursor: second.cursor }).toEqual({ count: 60, cursor: null });
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  });
});

test('volumes equal the daily report', async () => {
  const { days, paid, received, orders } = await vera.call('reportVolumes', period);
  expect({ days, paid, orders }).toEqual({
    days: [{ day: today, orders: 2, paid: [{ amount: '200.00', unit: 'EUR' }] }],
    paid: [{ amount: '200.00', unit: 'EUR' }],
    orders: 2,
  });
  expect(received).toMatchObject([{ amount: '0.00311470', orders: 2 }]);
  const { sections } = await vera.call('reportDay', period);
  expect(sections.find(({ title }) => title === 'Volume delivered, as paid')?.rows).toEqual([
    { item: 'delivered', count: 2, amount: { amount: '200.00', unit: 'EUR' } },
  ]);
});

test('the spread report compares the quoted spread with the one that the ledger shows', async () => {
  const { units } = await vera.call('reportSpread', period);
  // Twice 94.57 EUR for 0.00155735 BTC at 60123.45 EUR, bought for 93.8152038 EUR: docs/money.md, The ledger.
  expect(units).toMatchObject([{ unit: 'EUR', orders: 2, executed: '1.5095924', executedPercent: '0.798' }]);
  expect(Number(units[0]?.quoted)).toBeCloseTo(2 * (94.57 - 0.00155735 * 60_123.45), 6);
});

test('delivery times are measured from payment to delivery, and shown with the catalog’s expectation', async () => {
  await database.transaction(async (transaction) => {
    await transaction.run(sql`alter table order_events disable trigger all`);
    await transaction.run(sql`
      update order_events paid set at = delivered.at - (case when o.partner_id = 'shop' then 12 else 4 end) * interval '1 minute'
      from order_events delivered join orders o on o.id = delivered.order_id
      where delivered.order_id = paid.order_id and delivered.to_status = 'delivered' and paid.to_status = 'paid'
        and paid.from_status <> 'paid'`);
    await transaction.run(sql`alter table order_events enable trigger all`);
  });
  const { deliveries, refunds } = await vera.call('reportTimes', period);
  const promised = world.context.settings().catalog.cryptos.get('BTC')?.network.expectedMinutes;
  expect(deliveries).toEqual([
    {
      network: 'bitcoin',
      name: 'Bitcoin',
      count: 2,
      p50: 8,
      p95: 11.6,
      promised,
      late: promised && promised < 12 ? 1 : 0,
    },
  ]);
  expect(refunds).toEqual([]);
});

describe('the funnel', () => {
  test('counts browsers as the database view does, and orders by country and method', async () => {
    const buildPoint = (type: string, user: string) => sql`
      insert into tracking_points (type, order_no, user_id, place, extras, country, at)
      values (${type}, '', ${user}, '', '{}', 'DE', slipway_now())`;
    for (const user of ['a', 'b', 'c']) await database.run(buildPoint('buyCryptoGate', user));
    await database.run(buildPoint('selectOffer', 'a'));
    await database.run(buildPoint('selectOffer', 'a'));
    const { steps, countries, methods } = await vera.call('reportFunnel', period);
    const view = await database.one<Record<string, number>>(sql`
      select opened::int, chose_offer::int, ordered::int, paid::int, delivered::int from purchase_funnel where country = 'DE'`);
    const counted = Object.fromEntries(steps.map(({ step, count }) => [toPropertyName(step), count]));
    expect(counted).toMatchObject(view);
    expect(countries).toMatchObject([{ country: 'DE', opened: 3, choseOffer: 1, ordered: 2, delivered: 2 }]);
    expect(methods).toEqual([{ method: 'credit_debit_card', ordered: 2, paid: 2, delivered: 2 }]);
  });

  test('is zero without data', () => {
    expect(composeFunnel([], []).steps.every(({ count }) => count === 0)).toBe(true);
  });
});

describe('an export', () => {
  test('has its hash, and is audited with its requester', async () => {
    const { csv, hash, rows, who, file } = await vera.call('exportReport', { ...period, name: 'trades' });
    expect({ rows, who, file }).toEqual({ rows: 2, who: 'vera', file: `slipway-trades-${today}-${tomorrow}.csv` });
    expect(hash).toBe(createHash('sha256').update(csv).digest('hex'));
    expect(csv.split('\r\n')[0]).toContain('order,delivered_at,country');
    const { lines } = await vera.call('audit', { action: 'export' });
    expect(lines[0]).toMatchObject({ who: 'vera', subject: 'report trades' });
    const { made } = await vera.call('exportList', {});
    expect(made[0]).toMatchObject({ who: 'vera', name: 'trades', hash, rows: 2, ...period });
  });

  test('has every posting, and the reported number of them', async () => {
    const { csv, rows } = await cleo.call('exportReport', { ...period, name: 'ledger' });
    const { count } = await database.one<{ count: number }>(sql`select count(*)::int as count from ledger_postings`);
    expect({ rows, lines: csv.trimEnd().split('\r\n').length - 1 }).toEqual({ rows: count, lines: count });
  });

  test('has amounts as decimals with their currency', async () => {
    const readLines = async (name: (typeof exportNames)[number]) => {
      const { csv } = await cleo.call('exportReport', { ...period, name });
      const [head = '', ...lines] = csv.trimEnd().split('\r\n');
      return lines.map((text) => Object.fromEntries(text.split(',').map((cell, at) => [head.split(',')[at], cell])));
    };
    expect(await readLines('ledger')).toContainEqual(
      expect.objectContaining({ account: 'asset:acquirer', debit: '100.00', credit: '', currency: 'EUR' }),
    );
    expect(await readLines('ledger')).toContainEqual(
      expect.objectContaining({ account: 'asset:wallet', debit: '', credit: '0.00155735', currency: 'BTC' }),
    );
    expect(await readLines('tax')).toContainEqual(
      expect.objectContaining({ account: 'income:processing', amount: '8.40', currency: 'EUR' }),
    );
    expect(await readLines('travel-rule')).toMatchObject([{ amount: '0.00155735', asset: 'BTC' }]);
    for (const name of exportNames)
      for (const line of await readLines(name))
        expect(Object.keys(line).filter((column) => /units|minor/.test(column))).toEqual([]);
  });

  test('has every digit of a coin with 18 decimals', async () => {
    await database.run(sql`
      update orders set receive_currency = 'ETH', receive_units = 1234567890123456789, receive_decimals = 18
      where partner_id = 'shop'`);
    const { csv } = await vera.call('exportReport', { ...period, name: 'trades' });
    expect(csv).toContain(',1.234567890123456789,ETH,');
  });

  test('with personal data is limited to roles that may see it', async () => {
    await expect(vera.call('exportReport', { ...period, name: 'travel-rule' })).rejects.toEqual(
      refused('console_not_for_role'),
    );
    const { rows } = await cleo.call('exportReport', { ...period, name: 'travel-rule' });
    expect(rows).toBe(1);
    const findTravelRuleExport = async (visitor: typeof vera) =>
      (await visitor.call('exportList', {})).list.find(({ name }) => name === 'travel-rule');
    expect(await findTravelRuleExport(vera)).toMatchObject({
      allowed: false,
      isPersonal: true,
      why: expect.stringContaining('compliance'),
    });
    expect(await findTravelRuleExport(cleo)).toMatchObject({ allowed: true, why: '' });
  });

  test('is refused for a period that ends before it begins, or is too long', async () => {
    const reversedPeriod = { from: tomorrow, to: today, name: 'tax' } as const;
    await expect(cleo.call('exportReport', reversedPeriod)).rejects.toThrow();
    await expect(cleo.call('exportReport', { ...reversedPeriod, from: '2020-01-01' })).rejects.toThrow();
  });
});

/** Removes trailing zeros of a decimal. */
function removeTrailingZeros(amount: string): string {
  return amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount;
}
