import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import type { PersonFacts } from '../account/personMarks.ts';
import { addPersonMarks } from '../account/personStore.ts';
import { seededSettings } from '../configuration/seededSettings.testing.ts';
import { openOwnDatabase } from '../platform/database/ownDatabase.testing.ts';
import { storeBuyer, storeOrder } from '../purchase/order/storedOrder.testing.ts';
import { reserveWithoutDocument } from './identityLimit.ts';
import { reserveLimits } from './reserveLimits.ts';

const CONNECTIONS = 8;
const { database } = await openOwnDatabase(CONNECTIONS);
const { rules } = seededSettings();
const LIMIT = rules.identityAboveEuroCents;

let people = 0;
/** Creates a buyer with a new email address. */
async function createBuyer(): Promise<string> {
  people += 1;
  return storeBuyer(database, `person${people}@example.com`);
}

/** Creates an order that is about to be paid. */
async function createOrder(buyerId: string, euroCents: bigint): Promise<number> {
  const { id } = await storeOrder(database, { buyerId, euroCents });
  await database.run(sql`update orders set status = 'authorizing' where id = ${id}`);
  return id;
}

const judge = (buyerId: string, id: number, euroCents: bigint) =>
  database.transaction(async (transaction) => {
    const subjects = { buyerId, cardFingerprint: '', address: '', clientAddress: '' };
    const reserved = await reserveLimits(transaction, 'payment', subjects);
    return reserveWithoutDocument(reserved, rules, { id, buyerId, euroCents });
  });

test.each([1n, 2n, 3n, 7n])('accepts as many of twelve simultaneous orders as the limit allows: %s', async (most) => {
  const buyerId = await createBuyer();
  const euroCents = LIMIT / most;
  const orders = await Promise.all(Array.from({ length: 12 }, () => createOrder(buyerId, euroCents)));
  const judged = await Promise.all(orders.map((id) => judge(buyerId, id, euroCents)));
  expect(judged.filter(Boolean)).toHaveLength(Number(most));
  // Judged again, each order keeps its reservation.
  expect(await Promise.all(orders.map((id) => judge(buyerId, id, euroCents)))).toEqual(judged);
});

test('counts a buyer’s account and the one at a partner as one person', async () => {
  const [own, partners] = [await createBuyer(), await createBuyer()];
  await addPersonMarks(database, partners, { email: `person${people - 1}@example.com` });
  const orders = [await createOrder(own, LIMIT), await createOrder(partners, LIMIT)] as const;
  const judged = await Promise.all([judge(own, orders[0], LIMIT), judge(partners, orders[1], LIMIT)]);
  expect(judged.filter(Boolean)).toHaveLength(1);
});

test.each(['cancelled', 'voiding', 'expired', 'failed', 'awaiting_payment'])(
  'releases the reservation of an order that is %s',
  async (status) => {
    const buyerId = await createBuyer();
    const first = await createOrder(buyerId, LIMIT);
    const second = await createOrder(buyerId, LIMIT);
    expect(await judge(buyerId, first, LIMIT)).toBe(true);
    expect(await judge(buyerId, second, LIMIT)).toBe(false);
    await database.run(sql`update orders set status = ${status} where id = ${first}`);
    expect(await judge(buyerId, second, LIMIT)).toBe(true);
  },
);

test('keeps the reservation of a received transfer while its order is unpaid', async () => {
  const buyerId = await createBuyer();
  const { id } = await storeOrder(database, { buyerId, euroCents: LIMIT, transferReference: 'RF18539007547034' });
  expect(await judge(buyerId, id, LIMIT)).toBe(true);
  expect(await judge(buyerId, await createOrder(buyerId, 1n), 1n)).toBe(false);
});

/** Features that two accounts of one person share. */
const IN_COMMON = {
  'one mailbox, by two addresses of it': [{ email: 'Anna.Weber@gmail.com' }, { email: 'annaweber+2@googlemail.com' }],
  'one applicant of the verifier': [{ applicantId: 'applicant' }, { applicantId: 'applicant' }],
  'one card': [{ cardFingerprint: 'print' }, { cardFingerprint: 'print' }],
  'one bank account': [
    { bankAccount: { number: 'DE02 1203 0000 0000 2020 51', holder: 'Anna Weber' } },
    { bankAccount: { number: 'DE02120300000000202051', holder: 'WEBER ANNA' } },
  ],
  'one name and birth date': [
    { details: { firstName: 'Jürgen Karl', lastName: 'Müller', birthDate: '1990-05-31', phone: '+491' } },
    { details: { firstName: 'Juergen', lastName: 'MUELLER', birthDate: '1990-05-31', phone: '+492' } },
  ],
  'one phone number': [
    { details: { firstName: 'A', lastName: 'B', birthDate: '1990-05-30', phone: '+4930901820' } },
    { details: { firstName: 'C', lastName: 'D', birthDate: '1991-05-30', phone: '+4930901820' } },
  ],
} as const satisfies Readonly<Record<string, readonly [PersonFacts, PersonFacts]>>;

/** Lets as many accounts pay at once as there are connections; returns how many of them needed no document. */
async function judgeAccounts(count: number, facts: readonly [PersonFacts, PersonFacts]): Promise<number> {
  const euroCents = LIMIT / 3n;
  const orders = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const buyerId = await createBuyer();
      await addPersonMarks(database, buyerId, facts[index % 2] ?? {});
      return { buyerId, id: await createOrder(buyerId, euroCents) };
    }),
  );
  const chains = Array.from({ length: CONNECTIONS }, async (_, lane) => {
    const judged = [];
    for (const { buyerId, id } of orders.filter((_order, index) => index % CONNECTIONS === lane))
      judged.push(await judge(buyerId, id, euroCents));
    return judged;
  });
  return (await Promise.all(chains)).flat().filter(Boolean).length;
}

test.each(Object.entries(IN_COMMON))('counts accounts with %s as one person', async (_, facts) => {
  expect(await judgeAccounts(16, facts)).toBe(3);
});

test('counts two hundred accounts that pay with one card at the same time as one person', async () => {
  const facts = { cardFingerprint: 'of two hundred' };
  expect(await judgeAccounts(200, [facts, facts])).toBe(3);
});

test('counts a deleted account and a new one of the same email address as one person', async () => {
  const email = 'deleted@example.com';
  const former = await storeBuyer(database, email);
  expect(await judge(former, await createOrder(former, LIMIT), LIMIT)).toBe(true);
  await database.run(
    sql`update buyers set closed_at = now(), erase_after = now() + interval '5 years' where id = ${former}`,
  );
  const again = await storeBuyer(database, email);
  expect(await judge(again, await createOrder(again, 1n), 1n)).toBe(false);
});
