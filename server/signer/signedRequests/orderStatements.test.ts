import { type Amount, createAmount } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { requestAs, testRootKeys } from '../../operator/persons/testPersons.testing.ts';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { getTestRootKeys } from '../../platform/persons/testPersonKeys.testing.ts';
import type { Order } from '../../purchase/order/order.ts';
import { exampleOrder } from '../../purchase/order/orderArbitraries.testing.ts';
import { findManualMatches } from './orderStatements.ts';

const { database } = await openOwnDatabase(2);

const buildOrder = (orderNo: string, units = 10_000n): Order => {
  // The row's own `euroCents` is not sealed, and is not used.
  return { ...exampleOrder, orderNo, euroCents: 1n, pay: createAmount(fiatAsset('EUR'), units) };
};
const findMatches = (
  of: Order,
  rootKeys = testRootKeys,
  priceMoney = async (pay: Amount): Promise<bigint | undefined> => pay.units,
) => findManualMatches({ database, rootKeys, isSandbox: true, twoAboveEuroCents: 100_000n, priceMoney }, of);
const MARK_DONE = sql`update operator_requests set status = 'done'`;

test('counts only matches that a person has signed, although the rows are altered', async () => {
  await requestAs(database, { action: 'match', subject: 'A', input: { entry: 'booking-1' } });
  await database.run(MARK_DONE);
  expect(await findMatches(buildOrder('A'))).toEqual(['booking-1']);
  expect(await findMatches(buildOrder('B'))).toEqual([]);
  // Only the signer's own environment decides whose statements count.
  expect(await findMatches(buildOrder('A'), getTestRootKeys('stranger'))).toEqual([]);

  await database.run(sql`update operator_requests set input = '{"entry":"booking-2"}' where subject = 'A'`);
  expect(await findMatches(buildOrder('A'))).toEqual([]);
  await database.run(
    sql`update operator_requests set input = '{"entry":"booking-1"}', subject = 'B' where subject = 'A'`,
  );
  expect(await findMatches(buildOrder('B'))).toEqual([]);
});

test('requires two people above the threshold and without a price', async () => {
  await requestAs(database, { action: 'match', subject: 'C', input: { entry: 'booking-3' } });
  await database.run(MARK_DONE);
  expect(await findMatches(buildOrder('C', 100_000n))).toEqual(['booking-3']);
  expect(await findMatches(buildOrder('C', 100_001n))).toEqual([]);
  expect(await findMatches(buildOrder('C'), testRootKeys, async () => undefined)).toEqual([]);
});
