import { createHash, randomUUID } from 'node:crypto';
import sql, { raw } from 'sql-template-tag';
import { beforeAll, describe, expect, test } from 'vitest';
import { createAnswerKey, decryptAnswer, encryptAnswer } from '../../action/answerKey.ts';
import { findRequestFile, insertRequestFile } from '../../action/requests/requestFileStore.ts';
import { findRequest } from '../../action/requests/requestStore.ts';
import { seedConfiguration } from '../../configuration/changeConfiguration.ts';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { roleDatabase } from '../../platform/database/roles/roleDatabase.testing.ts';
import { createLog } from '../../platform/log/log.ts';
import { createIso20022Files } from '../../providers/bank/iso20022/iso20022.ts';
import { approveAs, requestAs, testRootKeys } from '../persons/testPersons.testing.ts';
import { executeClerkRequests } from './executeClerkRequests.ts';

const { database } = await openOwnDatabase(4);
/** The database with the rights of an attacker who has the password of the command line's role. */
const operator = roleDatabase(database, 'operator');
const clerk = {
  database: roleDatabase(database, 'clerk'),
  rootKeys: testRootKeys,
  isSandbox: true,
  bankFiles: createIso20022Files(),
  log: createLog('silent'),
};

beforeAll(() => seedConfiguration(database, []));

const readThreshold = () =>
  database
    .one<{ value: { value: string } }>(
      sql`select value from configuration where kind = 'rule' and key = 'secondPersonAboveEuro'`,
    )
    .then(({ value }) => value.value);

function buildThresholdChange(value: string) {
  const change = JSON.stringify({ kind: 'rule', key: 'secondPersonAboveEuro', fields: { value } });
  return { action: 'set', subject: 'rule secondPersonAboveEuro', input: { change } } as const;
}

describe('a holder of slipway_operator’s password', () => {
  test.each([
    "insert into configuration (kind, key, value) values ('rule', 'x', '{}')",
    'update configuration set value = value',
    'delete from configuration',
    "insert into ledger_transactions (key, kind, at) values ('k', 'swap', now())",
    'insert into ledger_postings (units) values (1)',
    'delete from halts',
    "insert into bank_statements (hash) values ('')",
    "insert into bank_entries (id) values ('b')",
    'update bank_entries set status = status',
    'insert into account_statements (statement_id) values (1)',
    "update reconciliation_differences set state = 'accepted'",
    "update rejected_sanctions_lists set accepted_by = 'anna'",
    "update identity_reviews set status = 'approved'",
    'update buyers set kyc_level = 3',
    "update kyc_profiles set outcome = 'approved'",
    'update orders set seal = seal',
    "insert into partner_keys (key_id) values ('k')",
    'update partner_secrets set retires_at = now()',
    'update partner_events set delivery = delivery',
    'update operator_alerts set settled_at = now()',
    'update sessions set ended_at = now()',
    "insert into spent_statements (hash) values ('h')",
    "update operator_requests set input = '{}'",
  ])('cannot execute: %s', async (statement) => {
    await expect(operator.run(raw(statement))).rejects.toMatchObject({ code: '42501' });
  });

  test('cannot execute a request by marking it as approved', async () => {
    const before = await readThreshold();
    const id = await requestAs(operator, buildThresholdChange('99999999'));
    expect((await findRequest(operator, id))?.status).toBe('waiting');
    await operator.run(sql`update operator_requests set status = 'approved' where id = ${id}`);
    await executeClerkRequests(clerk);
    expect(await findRequest(operator, id)).toMatchObject({
      status: 'refused',
      result: expect.stringMatching(/^second_missing: /),
    });
    expect(await readThreshold()).toBe(before);
  });
});

test('executes a signed request although the table is full of unsigned ones, which are refused', async () => {
  await operator.run(sql`
    insert into operator_requests (action, subject, input, who, why, status, created_at)
    select 'import', 'none.xml', input::jsonb, 'anna', 'a test', 'approved', slipway_now()
    from unnest(array['null', '[]', '7', '{}', '{"sha256": ""}']) as input, generate_series(1, 11)`);
  const id = await requestAs(operator, { action: 'end-sessions', subject: 'sessions of everybody', input: {} });
  await executeClerkRequests(clerk);
  await executeClerkRequests(clerk);
  expect(await findRequest(operator, id)).toMatchObject({ status: 'done' });
  const { refused } = await database.one<{ refused: number }>(sql`
    select count(*)::int as refused from operator_requests where status = 'refused' and result like 'unsigned: %'`);
  expect(refused).toBe(55);
});

describe('a statement file in a request', () => {
  /** Inserts a request for an import with its file; returns the request's id. */
  async function requestImport(): Promise<number> {
    const bytes = Buffer.from(randomUUID());
    const input = { sha256: createHash('sha256').update(bytes).digest('hex'), continueFrom: '' };
    const id = await requestAs(operator, { action: 'import', subject: 'a.xml', input });
    await operator.transaction((transaction) =>
      insertRequestFile(transaction, id, { name: 'a.xml', bytes, continueFrom: null }),
    );
    return id;
  }
  const isStored = async (id: number) => (await findRequestFile(database, id)) !== undefined;
  const listKeys = (id: number) =>
    database.many(sql`select 1 from data_keys where subject = ${`requested_file:${String(id)}`}`);

  test('is stored while its request waits, and deleted with its key once the request is rejected', async () => {
    const id = await requestImport();
    await executeClerkRequests(clerk);
    expect(await isStored(id)).toBe(true);
    expect(await listKeys(id)).toHaveLength(1);
    await operator.run(sql`update operator_requests set status = 'rejected' where id = ${id}`);
    await executeClerkRequests(clerk);
    expect(await isStored(id)).toBe(false);
    expect(await listKeys(id)).toEqual([]);
  });

  test('is deleted when its request was not answered within a week', async () => {
    const id = await requestImport();
    await database.run(
      sql`update operator_requests set created_at = slipway_now() - interval '169 hours' where id = ${id}`,
    );
    await executeClerkRequests(clerk);
    expect(await isStored(id)).toBe(false);
  });

  test('cannot be deleted by the command line’s role, nor can data keys', async () => {
    for (const table of ['requested_statement_files', 'data_keys'])
      await expect(operator.run(raw(`delete from ${table}`))).rejects.toMatchObject({ code: '42501' });
  });
});

test('executes an approved request once with concurrent workers, without an alert', async () => {
  const id = await requestAs(operator, buildThresholdChange('4321'));
  await approveAs(operator, id, 'ben');
  await Promise.all([executeClerkRequests(clerk), executeClerkRequests(clerk), executeClerkRequests(clerk)]);
  expect(await findRequest(operator, id)).toMatchObject({ status: 'done' });
  expect(await readThreshold()).toBe('4321');
  const lines = await database.many(
    sql`select who, approved_by as "approvedBy" from audit_trail where action = 'set' and after::text like '%4321%'`,
  );
  expect(lines).toEqual([{ who: 'anna', approvedBy: 'ben' }]);
  const alerts = await database.many(
    sql`select 1 from operator_alerts where kind = 'operator_statement' and facts ->> 'request' = ${String(id)}`,
  );
  expect(alerts).toEqual([]);
});

test('refuses a request that no longer applies, and executes the others', async () => {
  const wrong = await requestAs(operator, { action: 'settle', subject: '4711', input: {} });
  const right = await requestAs(operator, { action: 'end-sessions', subject: 'sessions of everybody', input: {} });
  await executeClerkRequests(clerk);
  expect(await findRequest(operator, wrong)).toMatchObject({
    status: 'refused',
    result: 'there is no open alert 4711',
  });
  expect(await findRequest(operator, right)).toMatchObject({ status: 'done', result: '0 sessions have ended' });
});

test('encrypts a partner’s secret so that only the requester can read it', async () => {
  const mine = await createAnswerKey();
  const sealed = await encryptAnswer(mine.publicKey, 'whsec_secret');
  expect(await decryptAnswer(mine.privateKey, sealed)).toBe('whsec_secret');
  await expect(decryptAnswer((await createAnswerKey()).privateKey, sealed)).rejects.toThrow(
    'decryption operation failed',
  );
});
