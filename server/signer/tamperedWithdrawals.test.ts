import { formatDecimal } from '@slipway/money/decimal.ts';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { testRootKeys } from '../operator/persons/testPersons.testing.ts';
import type { Queryable } from '../platform/database/database.ts';
import { COLD, ETHERS, OWN, openWithdrawals, STRANGER } from './releases/withdrawalWorld.testing.ts';
import { PAIRS, tamperWithAll } from './tamperedRows.testing.ts';

const { database, openWorld, requestWithdrawal, allowAddress } = await openWithdrawals();

/** Tables by which a withdrawal is found, and that show that people want it. */
const TABLES = ['withdrawals', 'operator_requests', 'person_statements'] as const;

/** Returns the withdrawals that a fresh signer sends to the venue when each one in the tables is requested twice. */
async function releaseAll(connection: Queryable): Promise<readonly string[]> {
  const { release, sent } = await openWorld(testRootKeys, connection);
  const rows = await connection.many<{ id: number }>(sql`select id from withdrawals order by id`);
  for (const { id } of [...rows, ...rows]) await release.withdraw(id);
  return sent.map(({ currency, network, address, amount }) =>
    [currency, network, address, formatDecimal(amount)].join(' '),
  );
}

test('sends no coins that were not signed for, and none twice, when a value or a pair of values is altered', async () => {
  await allowAddress(COLD, 'ben');
  // One lacks the second person that its amount needs; one goes to an address that two people have not allowed.
  await allowAddress(STRANGER);
  await requestWithdrawal(STRANGER, 3n * ETHERS, 'ben');
  await requestWithdrawal(COLD, 2n * ETHERS);
  const owed: string[] = [];
  for (const [address, units, second] of [
    [OWN, 5n, undefined],
    [OWN, 7n, undefined],
    [COLD, 1n, undefined],
    [COLD, 4n, 'ben'],
  ] as const) {
    await requestWithdrawal(address, units * ETHERS, second);
    owed.push(`ETH ethereum ${address} ${units}.000000000000000000`);
  }
  expect(new Set(await releaseAll(database))).toEqual(new Set(owed));

  const kind = { tables: TABLES, rows: 8, pairs: PAIRS };
  expect(await tamperWithAll(database, kind, new Set(owed), releaseAll)).toBeGreaterThan(60);
});
