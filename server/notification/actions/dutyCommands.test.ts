import sql from 'sql-template-tag';
import { beforeEach, describe, expect, test } from 'vitest';
import { seedConfiguration } from '../../configuration/changeConfiguration.ts';
import type { CommandName } from '../../operator/commandLine/commands.ts';
import { runCommand } from '../../operator/commandLine/runCommand.ts';
import { createCommandContext, requestAs } from '../../operator/persons/testPersons.testing.ts';
import { executeClerkRequests } from '../../operator/requests/executeClerkRequests.ts';
import { requestActionAndWait } from '../../operator/requests/requestAction.ts';
import { listAuditLines } from '../../platform/audit/auditStore.ts';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { roleDatabase } from '../../platform/database/roles/roleDatabase.testing.ts';
import { createLog } from '../../platform/log/log.ts';
import { insertPersonStatement } from '../../platform/persons/personStatementStore.ts';
import { createStatementChain, getTestKey } from '../../platform/persons/testPersonKeys.testing.ts';
import { deleteFormerPeopleContacts } from '../duty/deleteFormerPeopleContacts.ts';
import { createDutyWorld } from '../duty/dutyWorld.testing.ts';
import { acknowledgeAlert } from './acknowledgeAlert.ts';
import { changeAlertAddress } from './changeAlertAddress.ts';

const { database } = await openOwnDatabase(6);
const world = createDutyWorld(database);
await seedConfiguration(database, []);
// People of every role, a viewer, and one whose key was revoked.
const chain = createStatementChain('anna', 'ben', 'carl', 'rick');
chain.confirm('ben', chain.propose('anna', 'vera', ['viewer']));
chain.confirm('ben', chain.propose('anna', 'sam', ['support']));
chain.sign('anna', { act: 'revoke', arguments: { key: getTestKey('rick').id } });
for (const signed of chain.statements)
  await database.transaction((transaction) => insertPersonStatement(transaction, signed));

const NAMES = ['anna', 'ben', 'carl', 'rick'];

function run(by: string, line: string, options: Record<string, string> = {}): Promise<string> {
  const [act = '', ...args] = line.split(' ');
  return runCommand(
    createCommandContext(by, { database, rootKeys: chain.rootKeys, options }),
    act as CommandName,
    args,
  );
}

/** Advances the clock and sends the notifications that are due. */
async function notifyAfter(seconds = 11): Promise<void> {
  await world.advanceClock(seconds);
  await world.round(NAMES);
}

/** Returns the lines of a table below its header. */
const listRows = (table: string) => table.split('\n').slice(2);

beforeEach(world.clear);

describe('an alert', () => {
  test('is assigned to the person who acknowledges it: signed, audited and listed', async () => {
    await world.assignDuty('anna', 'ben');
    await world.saveAddresses('anna', 'ben');
    const id = await world.raise();
    expect(await run('vera', 'list alerts')).toContain('someone is notified in a moment.');
    await notifyAfter();
    expect(await run('vera', 'list alerts')).toMatch(
      /anna was notified at .* UTC \(the email was not sent yet\) .* ben is notified at .* UTC\./,
    );
    expect(await run('ben', `seen ${id}`)).toBe(`ben has alert ${id}: no one else is woken for it`);
    expect(await run('vera', 'list alerts')).toMatch(/ ben +\d{4}-.* UTC +wakes again if it recurs after/);
    const [line] = await listAuditLines(database, 1);
    expect(line).toMatchObject({ who: 'ben', action: 'seen', subject: `alert ${id}`, after: { holder: 'ben' } });
    await notifyAfter(100_000);
    expect(await world.listEmails()).toHaveLength(1);
  });

  test('that two people acknowledge at once is assigned to one, and the other is refused with that name', async () => {
    const id = await world.raise();
    const results = await Promise.allSettled([run('anna', `seen ${id}`), run('ben', `seen ${id}`)]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const [refused] = results.flatMap((one) => (one.status === 'rejected' ? [String(one.reason)] : []));
    expect(refused).toMatch(/(anna|ben) has had alert \d+ since .* UTC; to take it over: npm run operate -- hand/);
    const { holder } = await database.one<{ holder: string }>(sql`select holder from alert_watches`);
    expect(refused).toContain(`${holder} has`);
    const other = holder === 'anna' ? 'ben' : 'anna';
    expect(await run(other, `hand ${id}`, { to: other })).toContain(`${other} has alert ${id}`);
  });

  test('cannot be acknowledged for another person: an altered row is refused', async () => {
    const id = await world.raise();
    await requestAs(database, { action: 'seen', subject: String(id), input: { round: '1' } }, 'anna');
    await database.run(sql`update operator_requests set who = 'ben' where action = 'seen' and status = 'approved'`);
    const { clerk } = createCommandContext('anna', { database, rootKeys: chain.rootKeys });
    if (clerk) await executeClerkRequests({ ...clerk, log: createLog('silent') });
    expect(await database.many(sql`select 1 from alert_watches where holder is not null`)).toEqual([]);
    expect(await run('vera', 'list alerts')).toContain('operator_statement');
  });

  test('that has escalated is not acknowledged by an older request', async () => {
    await world.saveAddresses('ben');
    const id = await world.raise();
    const old = { subject: String(id), input: { round: '1' } };
    await run('anna', `hand ${id}`, { to: 'ben' });
    await expect(
      requestActionAndWait(
        { ...createCommandContext('carl', { database, rootKeys: chain.rootKeys }), who: 'carl' },
        acknowledgeAlert,
        old,
      ),
    ).rejects.toThrow('has escalated since your request');
  });

  test('is reassigned only to people who may receive it, who are notified and must acknowledge', async () => {
    await world.assignDuty('anna', null);
    await world.saveAddresses('anna', 'ben');
    const id = await world.raise();
    await expect(run('anna', `hand ${id}`)).rejects.toThrow('give --to');
    for (const to of ['rick', 'vera', 'nobody'])
      await expect(run('anna', `hand ${id}`, { to })).rejects.toThrow(
        `${to} cannot receive alerts; these can: anna, ben, carl, sam`,
      );
    await run('anna', `seen ${id}`);
    expect(await run('anna', `hand ${id}`, { to: 'ben' })).toContain(
      `ben is notified of alert ${id} and has to acknowledge it`,
    );
    await world.round(NAMES);
    await notifyAfter(601);
    expect((await world.listEmails()).map(({ to }) => to)).toEqual(['ben', 'anna']);
    expect(await run('sam', `hand ${id}`, { to: 'carl' })).toContain('carl has neither address nor phone');
    await run('carl', `seen ${id}`);
    await run('carl', `settle ${id}`);
    await expect(run('carl', `seen ${id}`)).rejects.toThrow(`there is no open alert ${id}`);
  });

  test('of any kind can be acknowledged', async () => {
    await database.run(
      sql`insert into operator_alerts (kind, facts, created_at) values ('fee_ceiling', '{}', slipway_now())`,
    );
    const { id } = await database.one<{ id: number }>(sql`select id from operator_alerts`);
    await run('anna', `seen ${id}`);
    await world.advanceClock(11);
    await world.round(NAMES);
    expect(await run('vera', 'list alerts')).toMatch(/fee_ceiling .* anna /);
  });
});

describe('the duty roster', () => {
  test('accepts UTC times and people who may receive alerts; the newest entry applies, and gaps are shown', async () => {
    await world.advanceClock(Date.parse('2027-01-01T00:00:00Z') / 1000 - (await database.now()).getTime() / 1000);
    await expect(run('anna', 'duty')).rejects.toThrow('write duty set FROM TO');
    for (const time of ['2027-01-01', '2027-01-01T18:00', '2027-01-01T18:00+01:00', '18:00Z', '2027-02-30T18:00Z'])
      await expect(run('anna', `duty set ${time} 2027-03-02T06:00Z first=anna`)).rejects.toThrow('not a time in UTC');
    await expect(run('anna', 'duty set 2027-01-02T06:00Z 2027-01-01T18:00Z first=anna')).rejects.toThrow(
      'must begin before it ends',
    );
    await expect(run('anna', 'duty set 2027-01-01T18:00Z 2027-01-02T06:00Z first=rick')).rejects.toThrow(
      'rick cannot receive alerts',
    );
    await expect(run('anna', 'duty set 2027-01-01T18:00Z 2027-01-02T06:00Z first=ben second=ben')).rejects.toThrow(
      'must differ from the first',
    );
    await expect(run('vera', 'duty list')).rejects.toThrow('duty requires');
    expect(await run('anna', 'duty set 2027-01-01T18:00Z 2027-01-02T06:00Z first=anna second=ben')).toContain(
      '2027-01-01 18:00 UTC to 2027-01-02 06:00 UTC: first anna, second ben',
    );
    expect(await run('anna', 'duty set 2027-01-02T00:00:00Z 2027-01-02T08:00Z first=carl')).toContain(
      'replaces: 2027-01-02 00:00 UTC to 2027-01-02 06:00 UTC: first anna, second ben',
    );
    const lines = listRows(await run('vera', 'list duty'));
    expect(lines.map((line) => line.split(/ {2,}/).slice(0, 3))).toEqual([
      ['now', '2027-01-01 18:00 UTC', 'no one: everyone in ALERT_MAIL is notified'],
      ['2027-01-01 18:00 UTC', '2027-01-02 00:00 UTC', 'anna (no address, no phone)'],
      ['2027-01-02 00:00 UTC', '2027-01-02 08:00 UTC', 'carl (no address, no phone)'],
      ['2027-01-02 08:00 UTC', '', 'no one: everyone in ALERT_MAIL is notified'].filter((cell) => cell !== ''),
    ]);
  });

  test('makes a person who takes over the first on duty until the next entry, and the former first the second', async () => {
    await world.assignDuty('anna', 'ben', 5);
    const { rows } = await database.pool.query('select to_at as to from on_call_periods');
    const until = rows[0].to.toISOString().slice(0, 16).replace('T', ' ');
    expect(await run('ben', 'duty take')).toContain(`to ${until} UTC: first ben, second anna`);
    expect(listRows(await run('vera', 'list duty'))[0]).toMatch(/^now .*ben \(no address, no phone\) +anna/);
    await world.clear();
    const output = await run('sam', 'duty take');
    const [, from = '', to = ''] = /^(\S+ \S+) UTC to (\S+ \S+) UTC: first sam, second no one$/m.exec(output) ?? [];
    expect(Date.parse(`${to}Z`) - Date.parse(`${from}Z`)).toBe(86_400_000);
  });

  test('reports a person without an email address as unreachable only if they have no phone', async () => {
    await world.assignDuty('ben', null);
    await world.addPhone('ben');
    expect(listRows(await run('vera', 'list duty'))[0]).not.toContain('no address');
    await database.run(sql`update push_subscriptions set gone_at = slipway_now()`);
    expect(listRows(await run('vera', 'list duty'))[0]).toContain('ben (no address, no phone)');
  });

  test('shows people who are skipped because their key was revoked', async () => {
    await world.assignDuty('rick', 'ben');
    expect(listRows(await run('vera', 'list duty'))[0]).toContain('rick (skipped: can no longer receive alerts)');
  });
});

describe('an alert address', () => {
  const listAddresses = () => database.many(sql`select person, mail from person_addresses order by person`);

  test('is changed only by its person or an admin', async () => {
    await expect(run('sam', 'reach ben ben@example.com')).rejects.toThrow('only ben or an admin may change');
    await expect(run('anna', 'reach rick rick@example.com')).rejects.toThrow('there is no person rick');
    await expect(run('sam', 'reach sam nothing')).rejects.toThrow('give the email address, or none');
    await run('sam', 'reach sam sam@example.com');
    await run('anna', 'reach vera vera@example.com');
    expect(await listAddresses()).toEqual([
      { person: 'sam', mail: 'sam@example.com' },
      { person: 'vera', mail: 'vera@example.com' },
    ]);
    await run('sam', 'reach sam none');
    expect(await listAddresses()).toEqual([{ person: 'vera', mail: 'vera@example.com' }]);
  });

  test('is absent from every permanent table', async () => {
    await run('sam', 'reach sam sam.secret@example.com');
    for (const table of ['operator_statements', 'operator_requests', 'audit_trail', 'requested_addresses'])
      expect((await database.pool.query(`select * from ${table} t where t::text like '%sam.secret%'`)).rows).toEqual(
        [],
      );
  });

  test('is refused if it does not have the signed hash, or if the requester may not change it', async () => {
    const forged = { subject: 'ben', input: { hash: 'ab'.repeat(32) } };
    await database.run(sql`
      insert into requested_addresses (hash, mail, salt, requested_at)
      values (${Buffer.from('ab'.repeat(32), 'hex')}, 'mallory@example.com', 's', slipway_now())`);
    const anna = { ...createCommandContext('anna', { database, rootKeys: chain.rootKeys }), who: 'anna' };
    await expect(requestActionAndWait(anna, changeAlertAddress, forged)).rejects.toThrow('request it again');
    const sam = { ...createCommandContext('sam', { database, rootKeys: chain.rootKeys }), who: 'sam' };
    await expect(requestActionAndWait(sam, changeAlertAddress, forged)).rejects.toThrow('or an admin may change');
    expect(await listAddresses()).toEqual([]);
  });

  test('is deleted when the person’s key is revoked, as are the person’s phones', async () => {
    await world.saveAddresses('sam', 'rick');
    await world.addPhone('sam');
    await world.addPhone('rick');
    await deleteFormerPeopleContacts({ database: roleDatabase(database, 'worker'), rootKeys: chain.rootKeys });
    expect(await listAddresses()).toEqual([{ person: 'sam', mail: 'sam@example.com' }]);
    expect(await database.many(sql`select person from push_subscriptions`)).toEqual([{ person: 'sam' }]);
  });
});
