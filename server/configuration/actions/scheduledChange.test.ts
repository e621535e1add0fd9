import sql from 'sql-template-tag';
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { findRequest } from '../../action/requests/requestStore.ts';
import { runCommand } from '../../operator/commandLine/runCommand.ts';
import {
  approveAs,
  createCommandContext,
  requestAs,
  testRootKeys,
} from '../../operator/persons/testPersons.testing.ts';
import { executeClerkRequests } from '../../operator/requests/executeClerkRequests.ts';
import { findScheduledRequests } from '../../operator/requests/openRequestStore.ts';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { roleDatabase } from '../../platform/database/roles/roleDatabase.testing.ts';
import { createLog } from '../../platform/log/log.ts';
import { insertPersonStatement } from '../../platform/persons/personStatementStore.ts';
import { createStatementChain, getTestKey } from '../../platform/persons/testPersonKeys.testing.ts';
import { createIso20022Files } from '../../providers/bank/iso20022/iso20022.ts';
import { seedConfiguration, setRow } from '../changeConfiguration.ts';
import { computeRowEdition } from '../computeRowEdition.ts';

const { database } = await openOwnDatabase(4);
const operator = roleDatabase(database, 'operator');
const clerk = {
  database: roleDatabase(database, 'clerk'),
  rootKeys: testRootKeys,
  isSandbox: true,
  bankFiles: createIso20022Files(),
  log: createLog('silent'),
};
const runClerk = (more: object = {}) => executeClerkRequests({ ...clerk, ...more });
const HOUR_MS = 3_600_000;
const KEY = 'credit_debit_card/EUR';

beforeAll(() => seedConfiguration(database, []));
/** Rejects pending requests of other tests. */
beforeEach(() =>
  database.run(sql`
    update operator_requests set status = 'rejected', settled_at = slipway_now() where status in ('waiting', 'approved')`),
);

const passHours = (hours: number) =>
  database.run(sql`update clock set offset_seconds = offset_seconds + ${hours * 3_600}`);
const readRow = () =>
  database
    .one<{ value: Record<string, unknown> }>(sql`select value from configuration where kind = 'fee' and key = ${KEY}`)
    .then(({ value }) => value);
const inHours = async (hours: number) => new Date((await database.now()).getTime() + hours * HOUR_MS).toISOString();

async function requestChange(fixed: string, notBefore: string, edition?: string) {
  const change = JSON.stringify({ kind: 'fee', key: KEY, fields: { fixed } });
  const input = { change, notBefore, edition: edition ?? computeRowEdition(await readRow()) };
  return { action: 'set', subject: `fee ${KEY}`, input } as const;
}

/** Requests a change as anna for a time this many hours from now, and approves it as ben; returns the request's id. */
async function createApprovedChange(fixed: string, hours: number): Promise<number> {
  const id = await requestAs(operator, await requestChange(fixed, await inHours(hours)));
  await approveAs(operator, id, 'ben');
  return id;
}

const listAlertsAbout = (id: number) =>
  database.many<{ kind: string }>(
    sql`select kind from operator_alerts where facts ->> 'request' = ${String(id)} order by id`,
  );
const createContextFor = (name: string, options: Record<string, string> = {}) =>
  createCommandContext(name, { database, options });

describe('a scheduled change', () => {
  test('is executed at its time and not before', async () => {
    const id = await createApprovedChange('0.51', 200);
    await runClerk();
    await passHours(199.9);
    await runClerk();
    expect(await findRequest(database, id)).toMatchObject({ status: 'approved' });
    expect(await findScheduledRequests(database, 10)).toMatchObject([{ id }]);
    expect((await readRow())['fixed']).not.toBe('0.51');
    await passHours(0.2);
    await runClerk();
    expect(await findRequest(database, id)).toMatchObject({ status: 'done' });
    expect(await findScheduledRequests(database, 10)).toEqual([]);
    expect((await readRow())['fixed']).toBe('0.51');
    expect(await listAlertsAbout(id)).toEqual([]);
  });

  test('is not delayed by others, however many wait', async () => {
    const request = await requestChange('0.99', await inHours(500));
    for (let count = 0; count < 55; count += 1) await approveAs(operator, await requestAs(operator, request), 'ben');
    const id = await createApprovedChange('0.52', -1);
    await runClerk();
    expect(await findRequest(database, id)).toMatchObject({ status: 'done' });
  });

  test('is refused with an alert when its row changed since the request', async () => {
    const id = await createApprovedChange('0.53', 2);
    await database.transaction((transaction) =>
      setRow(transaction, { kind: 'fee', key: KEY, fields: { minimum: '4.44' } }, { who: 'anna', why: 'a test' }),
    );
    await passHours(2.1);
    await runClerk();
    expect(await findRequest(database, id)).toMatchObject({
      status: 'refused',
      result: expect.stringContaining('has changed since the request'),
    });
    expect(await listAlertsAbout(id)).toEqual([{ kind: 'scheduled_change_refused' }]);
    expect((await readRow())['fixed']).not.toBe('0.53');
  });

  test('is not executed more than a day late', async () => {
    const id = await createApprovedChange('0.54', 2);
    await passHours(26.1);
    await runClerk();
    expect(await findRequest(database, id)).toMatchObject({ result: expect.stringMatching(/^expired: /) });
    expect(await listAlertsAbout(id)).toEqual([{ kind: 'operator_statement' }]);
  });

  test('is executed by the machine’s clock outside the sandbox, not by the database’s', async () => {
    const notBefore = new Date(Date.now() + HOUR_MS).toISOString();
    const request = await requestChange('0.55', notBefore);
    const before = await database.one<{ offset: number }>(sql`select offset_seconds as offset from clock`);
    await database.run(sql`update clock set offset_seconds = 0`);
    const id = await requestAs(operator, request);
    await approveAs(operator, id, 'ben');
    await passHours(3);
    await runClerk({ isSandbox: false });
    expect(await findRequest(database, id)).toMatchObject({ status: 'approved' });
    expect((await readRow())['fixed']).not.toBe('0.55');
    await database.run(sql`update clock set offset_seconds = ${before.offset}`);
    await database.run(sql`update operator_requests set status = 'rejected' where id = ${id}`);
  });

  test.each([
    ['is too far ahead', async () => requestChange('0.56', await inHours(31 * 24)), 'too_far'],
    ['has an invalid time', async () => requestChange('0.56', '9999-zz'), 'must name its kind'],
    [
      'refers to another edition',
      async () => requestChange('0.56', await inHours(-1), 'f'.repeat(16)),
      'has changed since the request',
    ],
  ] as const)('that %s is refused', async (_name, makeRequest, reason) => {
    const id = await requestAs(operator, await makeRequest());
    await approveAs(operator, id, 'ben');
    await runClerk();
    await passHours(0.5);
    await runClerk();
    const request = await findRequest(database, id);
    if (reason === 'too_far') {
      // The command refuses it; a row that is inserted directly is refused at the execution.
      await passHours(32 * 24);
      await runClerk();
    }
    expect(await findRequest(database, id), request?.status).toMatchObject({
      status: 'refused',
      result: expect.stringContaining(reason),
    });
  });

  test('is refused when its row in the database has a time other than the signed one', async () => {
    const id = await createApprovedChange('0.57', 100);
    await database.run(sql`
      update operator_requests set input = input || ${JSON.stringify({ notBefore: await inHours(-1) })}::jsonb where id = ${id}`);
    await runClerk();
    expect(await findRequest(database, id)).toMatchObject({ result: expect.stringMatching(/^edited: /) });
  });
});

describe('a scheduled change before its time', () => {
  test.each(['anna', 'ben', 'carl'])(
    'can be cancelled by %s, even if its row is marked as approved again',
    async (name) => {
      const id = await createApprovedChange('0.61', 5);
      expect(await runCommand(createContextFor(name), 'reject', [String(id)])).toContain('rejected');
      const cancelled = { status: 'rejected', result: `cancelled by ${name}: a test`, approvedBy: 'ben' };
      expect(await findRequest(database, id)).toMatchObject(cancelled);
      await operator.run(sql`update operator_requests set status = 'approved', settled_at = null where id = ${id}`);
      await passHours(5.1);
      await runClerk();
      expect(await findRequest(database, id)).toMatchObject({ result: expect.stringMatching(/^cancelled: /) });
      expect((await readRow())['fixed']).not.toBe('0.61');
    },
  );

  test('cannot be approved more than a day after the request', async () => {
    const id = await requestAs(operator, await requestChange('0.65', await inHours(200)));
    await passHours(24.1);
    await expect(runCommand(createContextFor('ben'), 'approve', [String(id)])).rejects.toThrow('has expired');
    expect(await findRequest(database, id)).toMatchObject({ status: 'refused' });
  });

  test('can be cancelled by the requester before its approval', async () => {
    const id = await requestAs(operator, await requestChange('0.62', await inHours(5)));
    await runCommand(createContextFor('anna'), 'reject', [String(id)]);
    expect(await findRequest(database, id)).toMatchObject({ status: 'rejected', approvedBy: null });
  });

  test('can still be cancelled when approved, unlike a change without a time', async () => {
    const change = JSON.stringify({ kind: 'fee', key: KEY, fields: { fixed: '0.63' } });
    const id = await requestAs(operator, { action: 'set', subject: `fee ${KEY}`, input: { change } });
    await approveAs(operator, id, 'ben');
    await expect(runCommand(createContextFor('carl'), 'reject', [String(id)])).rejects.toThrow('does not wait');
    await runClerk();
    expect(await findRequest(database, id)).toMatchObject({ status: 'done' });
  });

  test('is refused when its approver’s key is revoked', async () => {
    const chain = createStatementChain('anna', 'ben', 'carl');
    const id = await createApprovedChange('0.64', 3);
    const revoked = chain.sign('carl', { act: 'revoke', arguments: { key: getTestKey('ben').id } });
    // Restores ben's key, with which other tests sign.
    onTestFinished(() =>
      database.transaction(async (owner) => {
        await owner.run(sql`set local session_replication_role = replica`);
        await owner.run(sql`delete from person_statements where text = ${revoked.text}`);
      }),
    );
    await database.transaction((transaction) => insertPersonStatement(transaction, revoked));
    await passHours(3.1);
    await runClerk({ rootKeys: chain.rootKeys, isSandbox: true });
    expect(await findRequest(database, id)).toMatchObject({ status: 'refused' });
    expect((await readRow())['fixed']).not.toBe('0.64');
  });
});

describe('a scheduled change on the command line', () => {
  test('is requested with its time, approved, and waits', async () => {
    const at = (await inHours(48)).replace(/:\d\d\.\d{3}Z$/, 'Z');
    const output = await runCommand(createContextFor('anna', { at }), 'set', ['fee', KEY, 'fixed=0.71']);
    const [, id = ''] = /request (\d+)/.exec(output) ?? [];
    expect(await runCommand(createContextFor('carl'), 'approve', [id])).toContain(
      `is approved for ${at.replace('Z', ':00.000Z')}`,
    );
  });

  test.each([
    ['2026-12-01', 'is not a time'],
    ['2026-13-01T06:00Z', 'is not a time'],
    ['2020-12-01T06:00Z', 'has passed'],
    ['2099-12-01T06:00Z', 'at most 30 days'],
  ])('is rejected for the time %s, with the reason', async (at, message) => {
    await expect(runCommand(createContextFor('anna', { at }), 'set', ['fee', KEY, 'fixed=0.72'])).rejects.toThrow(
      message,
    );
  });
});
