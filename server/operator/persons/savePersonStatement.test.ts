import sql from 'sql-template-tag';
import { beforeEach, expect, test } from 'vitest';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { insertPersonStatement } from '../../platform/persons/personStatementStore.ts';
import type { SignedStatement } from '../../platform/persons/statement.ts';
import { createStatementChain, getTestKey } from '../../platform/persons/testPersonKeys.testing.ts';
import { statementLifetimesMs } from '../../platform/persons/verifyStatement.ts';
import { savePersonStatement } from './savePersonStatement.ts';

const { database } = await openOwnDatabase(4);
const roots = ['anna', 'ben', 'carl'];
const { rootKeys } = createStatementChain(...roots);
const save = (signed: SignedStatement) => savePersonStatement({ database, rootKeys, isSandbox: true }, signed);
const listStored = () => database.many(sql`select hash from person_statements`);
const revoke = (name: string) => ({ act: 'revoke', arguments: { key: getTestKey(name).id } });

beforeEach(async () => {
  await database.run(sql`alter table person_statements disable trigger all`);
  await database.run(sql`delete from person_statements`);
});

test('saves statements signed elsewhere, and the audit trail names the person they are about', async () => {
  const chain = createStatementChain(...roots);
  const proposal = chain.propose('anna', 'zoe', ['support']);
  expect((await save(proposal)).waiting).toHaveLength(1);
  const confirmed = await save(chain.confirm('ben', proposal));
  expect(confirmed.enrolled.get(getTestKey('zoe').id)).toMatchObject({ name: 'zoe', roles: ['support'] });
  const gone = await save(chain.sign('zoe', revoke('zoe')));
  expect(gone.former.has(getTestKey('zoe').id)).toBe(true);
  const lines = await database.many(
    sql`select who, action, subject, why from audit_trail where subject = 'person zoe' order by id`,
  );
  expect(lines).toEqual([
    { who: 'anna', action: 'enrol', subject: 'person zoe', why: 'a test' },
    { who: 'ben', action: 'confirm', subject: 'person zoe', why: 'a test' },
    { who: 'zoe', action: 'revoke', subject: 'person zoe', why: 'a test' },
  ]);
});

test('accepts the first of two statements with the same predecessor, also concurrently', async () => {
  const chain = createStatementChain(...roots);
  const both = ['ben', 'carl'].map((name) => chain.signAt(new Date(), 'anna', revoke(name)));
  const results = await Promise.allSettled(both.map(save));
  const refused = results.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
  expect(refused).toEqual([expect.stringContaining('the people list was changed in the meantime')]);
  expect(await listStored()).toHaveLength(1);
  await expect(save(both[0] as SignedStatement)).rejects.toThrow(/in the meantime/);
});

const now = () => new Date();
const early = () => new Date(Date.now() - statementLifetimesMs.done - 60_000);
const chain = createStatementChain(...roots);
test.each([
  ['of an unknown key', () => chain.signAt(now(), 'mallory', revoke('ben')), 'its key belongs to no one'],
  ['in another person’s name', () => chain.signAt(now(), 'anna', revoke('ben'), getTestKey('carl')), 'another person'],
  ['that has expired', () => chain.signAt(early(), 'anna', revoke('ben')), 'has expired'],
  ['about an unknown person', () => chain.signAt(now(), 'anna', revoke('zoe')), 'you may not do this for nobody'],
  ['about the configuration', () => chain.signAt(now(), 'anna', { act: 'set', arguments: {} }), 'you may not do this'],
  ['that is not valid', () => ({ text: '{}', signature: new Uint8Array(64) }), 'not a valid statement'],
  [
    'with another statement’s signature',
    () => ({ ...chain.signAt(now(), 'anna', revoke('ben')), signature: new Uint8Array(64) }),
    'does not match it',
  ],
] as const)('a statement %s is rejected and not saved', async (_, sign, refusal) => {
  await expect(save(sign())).rejects.toThrow(refusal);
  expect(await listStored()).toEqual([]);
});

test('saves nothing when statements were removed before', async () => {
  const shortened = createStatementChain(...roots);
  shortened.confirm('ben', shortened.propose('anna', 'zoe', ['support']));
  const [, last] = shortened.statements;
  await database.transaction((transaction) => insertPersonStatement(transaction, last as SignedStatement));
  await expect(save(shortened.sign('anna', revoke('ben')))).rejects.toThrow('were removed before');
});
