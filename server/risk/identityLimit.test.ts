import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { seededSettings } from '../configuration/seededSettings.testing.ts';
import { openOwnDatabase } from '../platform/database/ownDatabase.testing.ts';
import { storeBuyer, storeOrder } from '../purchase/order/storedOrder.testing.ts';
import { goesWithoutDocument } from './identityLimit.ts';

const { database } = await openOwnDatabase(8);
const { rules } = seededSettings();
const LIMIT = rules.identityAboveEuroCents;

let people = 0;
/** The buyer of a new e-mail address. */
async function newBuyer(): Promise<string> {
  people += 1;
  return storeBuyer(database, `person${people}@example.com`);
}

/** An order on its way to being paid. */
async function orderOf(buyerId: string, euroCents: bigint): Promise<number> {
  const { id } = await storeOrder(database, { buyerId, euroCents });
  await database.run(sql`update orders set status = 'authorizing' where id = ${id}`);
  return id;
}

const judge = (buyerId: string, id: number, euroCents: bigint) =>
  goesWithoutDocument({ database, rules }, { id, buyerId, euroCents });

test.each([1n, 2n, 3n, 7n])('of twelve orders judged at once, those go that the limit holds: %s', async (most) => {
  const buyerId = await newBuyer();
  const euroCents = LIMIT / most;
  const orders = await Promise.all(Array.from({ length: 12 }, () => orderOf(buyerId, euroCents)));
  const judged = await Promise.all(orders.map((id) => judge(buyerId, id, euroCents)));
  expect(judged.filter(Boolean)).toHaveLength(Number(most));
  // Judged again, each keeps its place.
  expect(await Promise.all(orders.map((id) => judge(buyerId, id, euroCents)))).toEqual(judged);
});

test('the same person in a partner’s account is the same person', async () => {
  const [own, partners] = [await newBuyer(), await newBuyer()];
  await database.run(sql`
    update buyers set partner_id = 'shop', email = (select email from buyers where id = ${own}) where id = ${partners}`);
  const orders = [await orderOf(own, LIMIT), await orderOf(partners, LIMIT)] as const;
  const judged = await Promise.all([judge(own, orders[0], LIMIT), judge(partners, orders[1], LIMIT)]);
  expect(judged.filter(Boolean)).toHaveLength(1);
});

test.each(['cancelled', 'voiding', 'expired', 'failed', 'awaiting_payment'])(
  'an order that is %s leaves its place',
  async (status) => {
    const buyerId = await newBuyer();
    const first = await orderOf(buyerId, LIMIT);
    const second = await orderOf(buyerId, LIMIT);
    expect(await judge(buyerId, first, LIMIT)).toBe(true);
    expect(await judge(buyerId, second, LIMIT)).toBe(false);
    await database.run(sql`update orders set status = ${status} where id = ${first}`);
    expect(await judge(buyerId, second, LIMIT)).toBe(true);
  },
);

test('a transfer that has come keeps its place while the order still waits', async () => {
  const buyerId = await newBuyer();
  const { id } = await storeOrder(database, { buyerId, euroCents: LIMIT, transferReference: 'RF18539007547034' });
  expect(await judge(buyerId, id, LIMIT)).toBe(true);
  expect(await judge(buyerId, await orderOf(buyerId, 1n), 1n)).toBe(false);
});
