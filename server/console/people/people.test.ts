import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { hashAlertAddress } from '../../notification/duty/personAddressStore.ts';
import { getTestKey } from '../../platform/persons/testPersonKeys.testing.ts';
import { openConsoleWorld } from '../consoleWorld.testing.ts';

const world = await openConsoleWorld();
const refused = (key: string) => expect.objectContaining({ key });
const dora = world.createVisitor('dora');
const vera = world.createVisitor('vera');
await dora.logIn();
await vera.logIn();

describe('the people', () => {
  test('are shown to everyone, with their keys and last logins', async () => {
    const { persons, waiting, isBroken } = await vera.call('people', {});
    expect(persons.find(({ name }) => name === 'dora')).toMatchObject({
      roles: ['admin'],
      keyId: getTestKey('dora').id,
      credential: 'ed25519',
      isRoot: false,
      lastSeen: expect.any(String),
    });
    expect(persons.find(({ name }) => name === 'ben')).toMatchObject({ isRoot: true, lastSeen: null });
    expect({ waiting, isBroken }).toEqual({ waiting: [], isBroken: false });
  });

  test('are changed by two admins, each with a signature', async () => {
    const anna = world.createVisitor('anna');
    await anna.logIn();
    const key = getTestKey('sam').id;
    const args = { key, roles: ['support', 'compliance'] };
    await dora.call('signPersonStatement', { statement: await dora.sign('change-roles', args, 'he does both') });
    const { waiting } = await dora.call('people', {});
    expect(waiting).toMatchObject([{ by: 'dora', name: 'sam', roles: ['support', 'compliance'] }]);
    const confirmed = { statement: waiting[0]?.statement ?? '' };
    const own = await dora.sign('confirm', confirmed, 'mine');
    await expect(dora.call('signPersonStatement', { statement: own })).rejects.toEqual(refused('act_refused'));
    await anna.call('signPersonStatement', { statement: await anna.sign('confirm', confirmed, 'I know') });
    const { persons } = await dora.call('people', {});
    expect(persons.find(({ name }) => name === 'sam')?.roles).toEqual(['support', 'compliance']);
  });

  test('can revoke only their own key without the admin role', async () => {
    const other = await vera.sign('revoke', { key: getTestKey('tess').id }, 'a try');
    await expect(vera.call('signPersonStatement', { statement: other })).rejects.toEqual(refused('act_refused'));
    const tom = world.createVisitor('tom');
    await tom.logIn();
    await tom.call('signPersonStatement', {
      statement: await tom.sign('revoke', { key: getTestKey('tom').id }, 'I leave'),
    });
    await expect(tom.call('people', {})).rejects.toEqual(refused('console_left'));
  });
});

describe('an invitation', () => {
  test('is created by an admin, with a code that is shown once', async () => {
    const statement = await dora.sign('invite', { name: 'karl', roles: ['support'] }, 'a new colleague');
    const { code, joinUrl } = await dora.call('invite', { statement });
    expect(joinUrl).toBe(`${world.origin}/console/join#${code}`);
    await expect(dora.call('invite', { statement })).rejects.toEqual(refused('act_refused'));
    const options = await world.createVisitor('nobody').call('joinOptions', { code });
    expect(options).toMatchObject({ name: 'karl', roles: ['support'] });
    expect(options.options['rp']).toMatchObject({ id: 'console.example' });
    const { invitations } = await dora.call('people', {});
    expect(invitations).toMatchObject([{ name: 'karl', invitedBy: 'dora', joinedAt: null, keyId: null }]);
  });

  test('is refused for other roles, and not found by an unknown code', async () => {
    const statement = await vera.sign('invite', { name: 'eve', roles: ['admin'] }, 'a try');
    await expect(vera.call('invite', { statement })).rejects.toEqual(refused('console_not_for_role'));
    await expect(vera.call('joinOptions', { code: 'A'.repeat(20) })).rejects.toEqual(refused('act_refused'));
  });
});

describe('the duty roster', () => {
  test('is shown without gaps and with the eligible people, and is changed only with the right', async () => {
    const now = await world.database.now();
    const [from, to] = [1, 9].map((hours) => new Date(now.getTime() + hours * 3_600_000).toISOString());
    await world.database.run(sql`
      insert into on_call_periods (from_at, to_at, first, second, entered_by, entered_at)
      values (${from}, ${to}, 'dora', 'cleo', 'dora', slipway_now())`);
    await world.database.run(
      sql`insert into person_addresses (person, mail, entered_at) values ('dora', 'dora@example.com', slipway_now())`,
    );
    const { shifts, people, change } = await dora.call('duty', {});
    expect(shifts).toMatchObject([
      { to: from, first: null, second: null },
      { from, to, first: 'dora', second: 'cleo' },
      { from: to, to: null, first: null, second: null },
    ]);
    expect(people).toContainEqual({ name: 'dora', isReachable: true });
    expect(people).toContainEqual({ name: 'cleo', isReachable: false });
    expect(people.map(({ name }) => name)).not.toContain('vera');
    expect(change).toMatchObject({ act: 'duty', subject: 'the roster', allowed: true, needsSecondApproval: false });
    expect((await vera.call('duty', {})).change).toMatchObject({ allowed: false });
    const input = { from: from ?? '', to: to ?? '', first: 'dora', second: '' };
    expect(await dora.requestAction('duty', { action: 'duty', subject: 'the roster', input })).toMatchObject({
      status: 'approved',
    });
  });
});

describe('an alert address', () => {
  const address = { mail: 'vera.secret@example.com', salt: 'BTBZMqHH6r4Tts7J_aSIgg' };
  const hash = hashAlertAddress(address);
  const buildReachRequest = (subject: string, input: Record<string, string>) => ({ action: 'reach', subject, input });
  const listRequestedAddresses = () =>
    world.database.many<{ mail: string }>(
      sql`select mail from requested_addresses where hash = ${Buffer.from(hash, 'hex')}`,
    );

  test('is requested once with its signed hash, and the address is in no permanent record', async () => {
    const statement = await vera.sign('reach', buildReachRequest('vera', { hash }), 'my new address');
    const request = await vera.call('requestAlertAddress', { statement, address });
    expect(request).toMatchObject({ action: 'reach', subject: 'vera', status: 'approved', input: { hash } });
    expect(await listRequestedAddresses()).toEqual([{ mail: address.mail }]);
    for (const table of ['operator_statements', 'operator_requests', 'audit_trail'])
      expect(
        (await world.database.pool.query(`select 1 from ${table} t where t::text like '%vera.secret%'`)).rows,
      ).toEqual([]);
    await expect(vera.call('requestAlertAddress', { statement, address })).rejects.toEqual(refused('act_refused'));
  });

  test('must match the signed hash, in a statement that requests an address', async () => {
    const statement = await vera.sign('reach', buildReachRequest('vera', { hash: 'ab'.repeat(32) }), 'a try');
    await expect(vera.call('requestAlertAddress', { statement, address })).rejects.toEqual(
      refused('statement_refused'),
    );
    const other = await vera.sign('revoke', { key: getTestKey('vera').id }, 'a try');
    await expect(vera.call('requestAlertAddress', { statement: other, address })).rejects.toEqual(
      refused('act_refused'),
    );
  });

  test.each(['', hash])('of another person can be changed only by an admin: %j', async (input) => {
    await expect(vera.requestAction('reach', buildReachRequest('dora', { hash: input }))).rejects.toEqual(
      refused('act_refused'),
    );
    expect(await dora.requestAction('reach', buildReachRequest('vera', { hash: input }))).toMatchObject({
      status: 'approved',
    });
  });

  test('of an unknown person is refused', async () => {
    await expect(dora.requestAction('reach', buildReachRequest('nobody', { hash }))).rejects.toEqual(
      refused('act_refused'),
    );
  });
});

test('another person’s session can be seen and ended only by an admin', async () => {
  const cleo = world.createVisitor('cleo');
  await cleo.logIn();
  const { list } = await dora.call('sessions', {});
  const session = list.find(({ person }) => person === 'cleo');
  expect(session).toMatchObject({ signedInBy: 'ed25519' });
  const id = session?.id ?? '';
  expect((await vera.call('sessions', {})).list.every(({ person }) => person === 'vera')).toBe(true);
  await expect(vera.call('endConsoleSession', { id })).rejects.toEqual(refused('not_found'));
  await dora.call('endConsoleSession', { id });
  await expect(cleo.call('people', {})).rejects.toEqual(refused('console_left'));
});

test('the audit trail is listed and verified on request, and a break is reported', async () => {
  const { lines, head } = await vera.call('audit', {});
  expect(lines[0]?.id).toBe(head?.id);
  expect(lines.map(({ action }) => action)).toContain('change-roles');
  expect((await vera.call('audit', { who: 'dora' })).lines.every(({ who }) => who === 'dora')).toBe(true);
  expect(await vera.call('verifyAudit', {})).toMatchObject({ isWhole: true });
  await world.database.transaction(async (transaction) => {
    await transaction.run(sql`alter table audit_trail disable trigger all`);
    await transaction.run(sql`update audit_trail set why = 'another' where id = ${head?.id ?? 0}`);
  });
  expect(await vera.call('verifyAudit', {})).toMatchObject({
    isWhole: false,
    result: expect.stringContaining('broken'),
  });
});
