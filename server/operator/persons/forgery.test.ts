import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { insertPersonStatement } from '../../platform/persons/personStatementStore.ts';
import { hashStatement } from '../../platform/persons/statement.ts';
import { openForgedWorld } from './forgedWorld.testing.ts';
import { type ForgeryName, forgeries } from './forgeries.testing.ts';
import { forge } from './forgery.testing.ts';

const world = await openForgedWorld();

/** The reason with which each is refused. */
const refusals: Readonly<Record<ForgeryName, string>> = {
  'nobody has asked': 'unsigned',
  'nobody has agreed': 'edited',
  'the row says another address': 'edited',
  'the row is about another subject': 'edited',
  'the row says another word': 'edited',
  'the row names another person': 'edited',
  'the row names another second person': 'edited',
  'the row gives another reason': 'edited',
  'what was asked is edited': 'forged',
  'what was agreed is edited': 'forged',
  "another statement's signature": 'forged',
  'a stranger asks as anna': 'unknown_key',
  'a stranger agrees as ben': 'unknown_key',
  'who may look agrees': 'wrong_role',
  'who may look agrees as ben': 'wrong_person',
  'a key that was taken out agrees': 'revoked_key',
  'anna agrees with herself': 'same_person',
  'anna agrees as ben': 'wrong_person',
  'ben agreed to something else': 'edited',
  'it was asked long ago': 'expired',
  'it was agreed to long ago': 'expired',
  'it was asked in the future': 'future',
  'it was asked of other persons': 'unknown_previous',
  'it was already executed': 'replayed',
  'a stranger enrols herself': 'unknown_key',
  'a stranger is enrolled in the name of ben': 'unknown_key',
  'who may look enrols somebody': 'unknown_key',
  'anna enrols a puppet alone': 'unknown_key',
  'anna enrols a puppet and confirms it herself': 'unknown_key',
  'anna asked for it together with something else': 'not_alone',
  'ben agreed to it together with something else': 'not_alone',
  'a passkey agreed to something else': 'forged',
  'a passkey was asked to log in': 'forged',
  'a passkey agreed at another origin': 'forged',
  'a passkey agreed at another port': 'forged',
  'a passkey agreed for another site': 'forged',
  'a passkey agreed with nobody verified': 'forged',
  'a passkey agreed with nobody there': 'forged',
  'a passkey was made, and agreed to nothing': 'forged',
  'a passkey agreed within another site': 'forged',
  'a passkey’s answer is edited': 'forged',
  'a passkey’s answer has more': 'forged',
  'a passkey’s answer is spelled in another way': 'forged',
  'a passkey’s answer has a part twice': 'forged',
  'a passkey’s answer is padded': 'forged',
  'a passkey has answered nothing': 'forged',
  'a key file signs in the place of a passkey': 'forged',
  'a passkey signs in the place of a key file': 'forged',
  'the bare signature of an answer': 'forged',
  'the statement itself in the place of an answer': 'forged',
  'a stranger’s passkey agrees': 'unknown_key',
  'a stranger’s passkey agrees as pia': 'forged',
  'a passkey that was taken out agrees': 'revoked_key',
  'pia agrees as ben': 'wrong_person',
  'pia asks with nobody verified': 'forged',
  'pia asked for something else': 'forged',
  'pia agrees with herself': 'same_person',
  'anna alone says that pia signs elsewhere': 'forged',
  'a stranger’s passkey is enrolled by who may look': 'unknown_key',
};

test.each([
  ['anna', 'pia'],
  ['pia', 'ben'],
  ['paul', 'pia'],
])('executes what %s requested and %s approved, with any kind of credential', async (who, approvedBy) => {
  const row = world.honestRow(await world.database.now(), who, approvedBy);
  expect(await world.submit(row)).toContain('coins can be withdrawn to');
});

test.each(Object.entries(refusals))('%s: %s, and an alert is raised', async (how, reason) => {
  const now = await world.database.now();
  const before = await world.allowedAddresses();
  // The last bytes are the signature's: the texts are tried in verifyStatement.test.ts.
  const { persons } = world;
  const row = world.honestRow(now);
  const pick = (row.request?.text.length ?? 0) + 1;
  const outcome = await world.submit(forgeries[how as ForgeryName](row, { now, persons, pick }));
  expect(outcome).toMatch(new RegExp(`^${reason}: `));
  expect(await world.allowedAddresses()).toBe(before);
  const [alert] = await world.database.many<{ reason: string }>(sql`
    select facts ->> 'reason' as reason from operator_alerts where kind = 'operator_statement' order by id desc limit 1`);
  expect(alert).toEqual({ reason });
});

test('a revoked key is not valid again when an earlier state of the table is restored', async () => {
  const now = await world.database.now();
  const { persons } = world;
  // The worker has seen them once.
  await world.submit(world.honestRow(now));
  const before = { ...persons.read(), head: hashStatement(persons.statements.at(-2) ?? { text: '' }) };
  const row = world.honestRow(now);
  const content = { act: 'approve', arguments: { statement: row.request ? hashStatement(row.request) : '' } };
  const approved = persons.signAt(now, 'rick', content, undefined, before);
  const [last] = await world.database.many<{ text: string; signature: Buffer }>(
    sql`delete from person_statements where id = (select max(id) from person_statements) returning text, signature`,
  );
  expect(await world.submit({ ...row, approved, approvedBy: 'rick' })).toMatch(/^persons_broken: /);
  await world.database.transaction((transaction) => insertPersonStatement(transaction, last ?? approved));
});

/** `npm run prove` makes ten thousand. */
test('refuses 100 forged requests, some forged in several ways', () => forge(100, 14));
