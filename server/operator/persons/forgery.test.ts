import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { insertPersonStatement } from '../../platform/persons/personStatementStore.ts';
import { hashStatement } from '../../platform/persons/statement.ts';
import { openForgedWorld } from './forgedWorld.testing.ts';
import { type ForgeryName, forgeries } from './forgeries.testing.ts';
import { expectForgeriesRefused } from './forgery.testing.ts';

const world = await openForgedWorld();

/** The reason with which each forgery is refused. */
const refusals: Readonly<Record<ForgeryName, string>> = {
  'no signed request': 'unsigned',
  'no signed approval': 'edited',
  'the row has another address': 'edited',
  'the row has another subject': 'edited',
  'the row has another action': 'edited',
  'the row names another requester': 'edited',
  'the row names another approver': 'edited',
  'the row gives another reason': 'edited',
  'the signed request is edited': 'forged',
  'the signed approval is edited': 'forged',
  "the request has another statement's signature": 'forged',
  'a stranger requests as anna': 'unknown_key',
  'a stranger approves as ben': 'unknown_key',
  'a viewer approves': 'wrong_role',
  'a viewer approves as ben': 'wrong_person',
  'a revoked key approves': 'revoked_key',
  'anna approves her own request': 'same_person',
  'anna approves as ben': 'wrong_person',
  'ben approved another statement': 'edited',
  'the request is too old': 'expired',
  'the approval is too old': 'expired',
  'the request is from the future': 'future',
  'the request follows an unknown person statement': 'unknown_previous',
  'the statements are spent': 'replayed',
  'a stranger enrols herself': 'unknown_key',
  'a stranger signs her enrolment as ben': 'unknown_key',
  'a viewer enrols a stranger': 'unknown_key',
  'anna enrols a stranger without a confirmation': 'unknown_key',
  'anna enrols a stranger and confirms it herself': 'unknown_key',
  'anna signed the request together with another statement': 'signed_in_batch',
  'ben signed the approval together with another statement': 'signed_in_batch',
  'a passkey approved another text': 'forged',
  'a passkey signed a login': 'forged',
  'a passkey approved at another origin': 'forged',
  'a passkey approved at another port': 'forged',
  'a passkey approved for another site': 'forged',
  'a passkey approved without user verification': 'forged',
  'a passkey approved without user presence': 'forged',
  'a passkey signed its creation instead of an approval': 'forged',
  'a passkey approved in a frame of another site': 'forged',
  'a passkey’s assertion is edited': 'forged',
  'a passkey’s assertion has another field': 'forged',
  'a passkey’s assertion is formatted differently': 'forged',
  'a passkey’s assertion has a field twice': 'forged',
  'a passkey’s assertion has base64 padding': 'forged',
  'a passkey’s assertion is empty': 'forged',
  'a key file signs instead of a passkey': 'forged',
  'a passkey signs instead of a key file': 'forged',
  'a passkey’s signature without its assertion': 'forged',
  'the statement instead of an assertion': 'forged',
  'a stranger’s passkey approves': 'unknown_key',
  'a stranger’s passkey approves as pia': 'forged',
  'a revoked passkey approves': 'revoked_key',
  'pia approves as ben': 'wrong_person',
  'pia requests without user verification': 'forged',
  'pia requested another text': 'forged',
  'pia approves her own request': 'same_person',
  'anna enrols pia’s passkey at another origin without a confirmation': 'forged',
  'a viewer enrols a stranger’s passkey': 'unknown_key',
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
  const { persons } = world;
  const row = world.honestRow(now);
  // Changes a byte of the signature; verifyStatement.test.ts covers changes of the text.
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
  // The worker has loaded the person statements once.
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

/** `npm run prove` submits ten thousand. */
test('refuses the forged ones of 100 requests, some forged in several ways, and executes the honest ones', () =>
  expectForgeriesRefused(100, 14));
