import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { openOwnDatabase } from '../platform/database/ownDatabase.testing.ts';
import type { PersonFacts } from './personMarks.ts';
import { addPersonMarks, selectAccountsOfPerson, selectMarksOfPerson } from './personStore.ts';

const { database } = await openOwnDatabase();

async function createAccount(...facts: readonly PersonFacts[]): Promise<string> {
  const id = randomUUID();
  await database.run(sql`
    insert into buyers (id, email, verifier_reference, created_at)
    values (${id}, ${`${id}@example.com`}, ${id}, slipway_now())`);
  for (const fact of facts) await addPersonMarks(database, id, fact);
  return id;
}

async function listAccountsOfPerson(buyerId: string): Promise<Set<string>> {
  const rows = await database.many<{ id: string }>(selectAccountsOfPerson(buyerId));
  return new Set(rows.map(({ id }) => id));
}

async function listMarks(buyerId: string): Promise<Set<string>> {
  return new Set((await database.many<{ mark: string }>(selectMarksOfPerson(buyerId))).map(({ mark }) => mark));
}

const phone = (number: string): PersonFacts => ({
  details: { firstName: '', lastName: '', birthDate: '', phone: number },
});

test('returns only the account itself when it has no mark', async () => {
  const alone = await createAccount();
  expect(await listAccountsOfPerson(alone)).toEqual(new Set([alone]));
});

test('does not join two strangers when a third account gives both phone numbers', async () => {
  const [one, other] = [await createAccount(phone('+491')), await createAccount(phone('+492'))];
  const both = await createAccount(phone('+491'), phone('+492'));
  expect(await listAccountsOfPerson(one)).toEqual(new Set([one, both]));
  expect(await listAccountsOfPerson(other)).toEqual(new Set([other, both]));
});

test('shares the facts of one account with all accounts of its mailbox', async () => {
  const email = `${randomUUID()}@example.com`;
  const first = await createAccount({ email }, { cardFingerprint: 'card of the first' });
  const second = await createAccount({ email });
  const stranger = await createAccount({ cardFingerprint: 'card of the first' });
  expect(await listAccountsOfPerson(second)).toEqual(new Set([first, second, stranger]));
});

test('finds accounts of one person from each other and gives them a common lock', async () => {
  const anyMark = fc.oneof(
    fc.constantFrom('a', 'b', 'c').map((box) => ({ email: `${box}@example.com` })),
    fc.constantFrom('a', 'b', 'c').map((applicantId) => ({ applicantId })),
    fc.constantFrom('a', 'b', 'c').map((cardFingerprint) => ({ cardFingerprint })),
    fc.constantFrom('+491', '+492', '+493').map(phone),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(anyMark, { maxLength: 3 }), { minLength: 2, maxLength: 6 }), async (people) => {
      await database.run(sql`delete from buyers`);
      const accounts = [];
      for (const facts of people) accounts.push(await createAccount(...facts));
      const accountsById = new Map<string, Set<string>>();
      const locks = new Map<string, Set<string>>();
      for (const id of accounts) {
        accountsById.set(id, await listAccountsOfPerson(id));
        locks.set(id, await listMarks(id));
      }
      for (const one of accounts) {
        expect(accountsById.get(one)).toContain(one);
        for (const other of accountsById.get(one) ?? []) {
          expect(accountsById.get(other)).toContain(one);
          expect([...(locks.get(one) ?? [])].some((mark) => locks.get(other)?.has(mark))).toBe(true);
        }
      }
    }),
    { numRuns: 60 },
  );
});
