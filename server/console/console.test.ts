import sql from 'sql-template-tag';
import { describe, expect, test } from 'vitest';
import { executeClerkRequests } from '../operator/requests/executeClerkRequests.ts';
import { roleDatabase } from '../platform/database/roles/roleDatabase.testing.ts';
import { getTestKey } from '../platform/persons/testPersonKeys.testing.ts';
import { createIso20022Files } from '../providers/bank/iso20022/iso20022.ts';
import { openConsoleWorld } from './consoleWorld.testing.ts';

const world = await openConsoleWorld();

const refused = (key: string) => expect.objectContaining({ key });
const buildRuleChange = (value: string) => ({
  action: 'set',
  subject: 'rule secondPersonAboveEuro',
  input: { change: JSON.stringify({ kind: 'rule', key: 'secondPersonAboveEuro', fields: { value } }) },
});
const executeRequests = () =>
  executeClerkRequests({
    database: roleDatabase(world.database, 'clerk'),
    rootKeys: world.context.rootKeys,
    bankFiles: createIso20022Files(),
    keys: world.context.keys,
    log: world.context.log,
    isSandbox: false,
  });

describe('a login or its session', () => {
  test('is opened by a signed statement for this console, and ended by a logout', async () => {
    const vera = world.createVisitor('vera');
    await expect(vera.call('signingFacts', {})).rejects.toEqual(refused('console_left'));
    expect((await vera.logIn()).person).toMatchObject({ name: 'vera', roles: ['viewer'] });
    expect((await vera.call('start', {})).person?.name).toBe('vera');
    await vera.call('leave', {});
    await expect(vera.call('signingFacts', {})).rejects.toEqual(refused('console_left'));
  });

  test.each([
    ['another console', { arguments: { console: 'https://other.example' } }],
    ['another action', { act: 'hold' }],
    ['another person', { person: 'anna' }],
    ['six minutes ago', { time: new Date(Date.now() - 6 * 60_000).toISOString() }],
    ['the future', { time: new Date(Date.now() + 6 * 60_000).toISOString() }],
  ])('is refused for a statement of %s', async (_what, change) => {
    await expect(world.createVisitor('vera').logIn(change)).rejects.toEqual(refused('entry_refused'));
  });

  test('is refused for a repeated or forged statement', async () => {
    const vera = world.createVisitor('vera');
    const statement = await vera.sign('enter', { console: world.origin }, 'to work');
    await vera.call('enter', { statement });
    await expect(world.createVisitor('vera').call('enter', { statement })).rejects.toEqual(refused('entry_refused'));
    const other = await vera.sign('enter', { console: world.origin }, 'to work');
    const forged = { text: other.text, signature: statement.signature };
    await expect(vera.call('enter', { statement: forged })).rejects.toEqual(refused('entry_refused'));
  });

  test('does not reveal names: an unknown name gets the same answer each time', async () => {
    const stranger = world.createVisitor('vera');
    const first = await stranger.call('knock', { name: 'nobody' });
    const again = await stranger.call('knock', { name: 'nobody' });
    expect({ ...again, now: '' }).toEqual({ ...first, now: '' });
    expect(first.keyId).toMatch(/^[\w-]{43}$/);
  });

  test('is refused for requests from other origins', async () => {
    const { status } = await world.post('start', {}, { origin: 'https://evil.example' });
    expect(status).toBe(403);
  });

  test('locks after 15 idle minutes, and unlocks again', async () => {
    const sam = world.createVisitor('sam');
    await sam.logIn();
    await world.database.run(
      sql`update console_sessions set active_at = slipway_now() - interval '16 minutes' where person = 'sam'`,
    );
    await expect(sam.call('signingFacts', {})).rejects.toEqual(refused('console_locked'));
    expect(await sam.call('start', {})).toMatchObject({ person: null, isLocked: true });
    await sam.logIn();
    await expect(sam.call('stay', {})).resolves.toHaveProperty('locksAt');
  });

  test('replaces the former session of the browser', async () => {
    const vera = world.createVisitor('vera');
    const first = await vera.postRaw('enter', {
      statement: await vera.sign('enter', { console: world.origin }, 'to work'),
    });
    const held = { cookie: `${first.cookie?.name}=${first.cookie?.value}` };
    const again = await vera.sign('enter', { console: world.origin }, 'to work');
    await world.post('enter', { statement: again }, held);
    expect((await world.post('signingFacts', {}, held)).data).toMatchObject({ error: 'console_left' });
  });

  test('locks on request', async () => {
    const sam = world.createVisitor('sam');
    await sam.logIn();
    await sam.call('lock', {});
    await expect(sam.call('signingFacts', {})).rejects.toEqual(refused('console_locked'));
  });

  test('ends at once when the person’s key is revoked', async () => {
    const statementCount = world.persons.statements.length;
    const before = world.createVisitor('tom');
    await before.logIn();
    world.persons.sign('anna', { act: 'revoke', arguments: { key: getTestKey('tom').id } });
    await world.storeStatementsAfter(statementCount);
    await expect(before.call('signingFacts', {})).rejects.toEqual(refused('console_left'));
    await expect(world.createVisitor('tom').logIn()).rejects.toEqual(refused('entry_refused'));
  });
});

describe('a request', () => {
  test('needs a reason, a signature, and a role with the right', async () => {
    const dora = world.createVisitor('dora');
    await dora.logIn();
    await expect(dora.requestAction('set', buildRuleChange('900'), ' ')).rejects.toEqual(refused('act_refused'));
    const vera = world.createVisitor('vera');
    await vera.logIn();
    await expect(vera.requestAction('set', buildRuleChange('900'))).rejects.toEqual(refused('act_refused'));
    const statement = await dora.sign('set', buildRuleChange('900'), 'a test');
    await expect(vera.call('requestAction', { statement })).rejects.toEqual(refused('statement_refused'));
    await expect(
      dora.call('requestAction', { statement: { ...statement, signature: Buffer.alloc(64).toString('base64') } }),
    ).rejects.toEqual(refused('act_refused'));
  });

  test('waits for a second person where needed, and is executed after the approval', async () => {
    const [dora, anna, cleo] = [world.createVisitor('dora'), world.createVisitor('anna'), world.createVisitor('cleo')];
    for (const each of [dora, anna, cleo]) await each.logIn();
    const request = await dora.requestAction('set', buildRuleChange('900'));
    expect(request).toMatchObject({ status: 'waiting', requestedBy: 'dora', why: 'a test' });
    expect(request).toMatchObject({
      mayAnswer: ['anna', 'ben'],
      presentPeople: ['anna'],
      notBefore: null,
      mayTakeBack: true,
    });
    expect(Date.parse(request.lapsesAt ?? '') - Date.parse(request.requestedAt)).toBe(24 * 3_600_000);
    const statement = request.statement ?? '';
    await expect(dora.answer(request.id, 'approve', statement)).rejects.toEqual(refused('act_refused'));
    await expect(cleo.answer(request.id, 'approve', statement)).rejects.toEqual(refused('act_refused'));
    await expect(anna.answer(request.id, 'approve', 'f'.repeat(64))).rejects.toEqual(refused('statement_refused'));
    expect(await anna.answer(request.id, 'approve', statement)).toMatchObject({
      status: 'approved',
      answeredBy: 'anna',
    });
    await executeRequests();
    expect(await dora.call('request', { id: request.id })).toMatchObject({ status: 'done' });
    await expect(anna.answer(request.id, 'reject', statement)).rejects.toEqual(refused('act_refused'));
  });

  test('is accepted once, although it is sent again', async () => {
    const dora = world.createVisitor('dora');
    await dora.logIn();
    const statement = await dora.sign('set', buildRuleChange('800'), 'a test');
    await dora.call('requestAction', { statement });
    await expect(dora.call('requestAction', { statement })).rejects.toEqual(refused('act_refused'));
  });

  test('is refused for an unknown order, or if the signed action is not the requested one', async () => {
    const sam = world.createVisitor('sam');
    await sam.logIn();
    const request = { action: 'hold', subject: '7KQ2M4XD9TAB3HWPEN56' };
    await expect(sam.requestAction('hold', request)).rejects.toEqual(refused('not_found'));
    await expect(sam.requestAction('hold', { ...request, action: 'fly' })).rejects.toEqual(refused('act_refused'));
    await expect(sam.requestAction('freeze', request)).rejects.toEqual(refused('act_refused'));
  });
});
