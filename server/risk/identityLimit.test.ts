import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { seededSettings } from '../configuration/seededSettings.testing.ts';
import { openOwnDatabase } from '../platform/database/ownDatabase.testing.ts';
import { storeBuyer, storeOrder } from '../purchase/order/storedOrder.testing.ts';
import { goesWithoutDocument } from './identityLimit.ts';
import { lockSubjects } from './reserveLimits.ts';

const CONNECTIONS = 8;
const { database } = await openOwnDatabase(CONNECTIONS);
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

const judge = (buyerId: string, id: number, euroCents: bigint, cardFingerprint = '') =>
  database.transaction(async (transaction) => {
    const subjects = { buyerId, cardFingerprint, address: '', clientAddress: '' };
    const reserved = await lockSubjects(transaction, 'payment', subjects);
    return goesWithoutDocument(reserved, rules, { id, buyerId, euroCents, cardFingerprint });
  });

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

test('two hundred buyers with one card, judged at once, are one person; and so is whoever deletes the account between', async () => {
  const euroCents = LIMIT / 3n;
  const orders = await Promise.all(
    Array.from({ length: 200 }, async () => {
      const buyerId = await newBuyer();
      return { buyerId, id: await orderOf(buyerId, euroCents), euroCents, cardFingerprint: 'print' };
    }),
  );
  for (const { id } of orders) await attemptWith(id, 'print');
  // As many at once as there are connections.
  const lanes = Array.from({ length: CONNECTIONS }, async (_, lane) => {
    const judged = [];
    for (const order of orders.filter((_each, index) => index % CONNECTIONS === lane))
      judged.push(await judge(order.buyerId, order.id, order.euroCents, order.cardFingerprint));
    return judged;
  });
  expect((await Promise.all(lanes)).flat().filter(Boolean)).toHaveLength(3);

  const former = await newBuyer();
  expect(await judge(former, await orderOf(former, LIMIT), LIMIT)).toBe(true);
  await database.run(
    sql`update buyers set closed_at = now(), erase_after = now() + interval '5 years' where id = ${former}`,
  );
  const again = await newBuyer();
  await database.run(
    sql`update buyers set email = (select email from buyers where id = ${former}) where id = ${again}`,
  );
  expect(await judge(again, await orderOf(again, 1n), 1n)).toBe(false);
});

test('whom the verifier knows as one applicant is one person in every account', async () => {
  const [one, other] = [await newBuyer(), await newBuyer()];
  for (const buyerId of [one, other])
    await database.run(sql`
      insert into identity_checks (buyer_id, provider, applicant_id, status, opened_at, updated_at)
      values (${buyerId}, 'any', 'applicant', 'needs_info', now(), now())`);
  expect(await judge(one, await orderOf(one, LIMIT), LIMIT)).toBe(true);
  expect(await judge(other, await orderOf(other, 1n), 1n)).toBe(false);
});

async function attemptWith(orderId: number, fingerprint: string): Promise<void> {
  await database.run(sql`
    insert into payment_attempts (id, order_id, submission_id, save_card, status, fingerprint, created_at, updated_at)
    values (${`att_${orderId}`}, ${orderId}, ${randomUUID()}, false, 'authorized', ${fingerprint}, now(), now())`);
}
