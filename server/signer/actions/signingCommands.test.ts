import sql from 'sql-template-tag';
import { afterEach, expect, test } from 'vitest';
import { seedConfiguration } from '../../configuration/changeConfiguration.ts';
import { parseRequestNumber } from '../../operator/commandLine/commandRunner.testing.ts';
import type { CommandName } from '../../operator/commandLine/commands.ts';
import { runCommand } from '../../operator/commandLine/runCommand.ts';
import { createCommandContext } from '../../operator/persons/testPersons.testing.ts';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { createLog } from '../../platform/log/log.ts';
import { insertPersonStatement } from '../../platform/persons/personStatementStore.ts';
import { createStatementChain } from '../../platform/persons/testPersonKeys.testing.ts';
import { saveSignerStatus } from '../status/signerStatusStore.ts';
import { createStops } from '../stops/stops.ts';
import { findActiveStops } from './activeStops.ts';

const { database } = await openOwnDatabase(4);
await seedConfiguration(database, []);
const chain = createStatementChain('anna', 'ben');
for (const [name, role] of [
  ['tess', 'treasurer'],
  ['cleo', 'compliance'],
  ['sam', 'support'],
] as const)
  chain.confirm('ben', chain.propose('anna', name, [role]));
for (const signed of chain.statements)
  await database.transaction((transaction) => insertPersonStatement(transaction, signed));
const { rootKeys } = chain;

const run = (by: string, act: CommandName, ...args: string[]) =>
  runCommand(createCommandContext(by, { database, rootKeys }), act, args);

const openSignerStops = () =>
  createStops({
    database,
    rootKeys,
    isSandbox: true,
    stopStore: { read: async () => [], save: async () => undefined },
    log: createLog('silent'),
    now: () => new Date(),
  });

const listStopAlerts = () =>
  database.many<{ settledBy: string | null }>(sql`
    select settled_by as "settledBy" from operator_alerts where kind = 'signing_stopped' order by id`);

const listAuditLines = () =>
  database.many<{ who: string; approvedBy: string | null; action: string }>(sql`
    select who, approved_by as "approvedBy", action from audit_trail where action like '%-signing' order by id`);

/** Ends every active stop, so that none affects the next test. */
afterEach(async () => {
  for (const { statement } of await findActiveStops(database))
    await run('ben', 'approve', parseRequestNumber(await run('tess', 'start-signing', statement)));
  await database.run(sql`delete from signer_status`);
});

test('one person stops the signer at once, two start it; both are audited, and an alert is raised', async () => {
  const signerStops = await openSignerStops();
  expect(await run('cleo', 'stop-signing')).toMatch(/^nothing is signed, and paid orders wait/);
  const [stop] = await signerStops.listActive();
  expect(stop).toMatchObject({ who: 'cleo', why: 'a test' });
  expect(await listStopAlerts()).toEqual([{ settledBy: null }]);
  expect(await run('sam', 'list', 'stops')).toContain(stop?.hash);
  const output = await run('tess', 'start-signing');
  expect(await signerStops.listActive()).toHaveLength(1);
  await expect(run('tess', 'approve', parseRequestNumber(output))).rejects.toThrow('it is your own');
  await expect(run('sam', 'approve', parseRequestNumber(output))).rejects.toThrow();
  expect(await run('cleo', 'approve', parseRequestNumber(output))).toMatch(/^the stop has ended/);
  expect(await signerStops.listActive()).toEqual([]);
  expect(await listStopAlerts()).toEqual([{ settledBy: 'tess' }]);
  expect(await listAuditLines()).toEqual([
    { who: 'cleo', approvedBy: null, action: 'stop-signing' },
    { who: 'tess', approvedBy: 'cleo', action: 'start-signing' },
  ]);
});

test('refuses people without the right, and stops nothing', async () => {
  await expect(run('sam', 'stop-signing')).rejects.toThrow(
    'stop-signing requires the compliance, treasurer, or admin role',
  );
  await expect(run('tess', 'start-signing')).rejects.toThrow('no person has stopped the signer');
  await expect(run('cleo', 'start-signing')).rejects.toThrow('start-signing requires the treasurer or admin role');
  expect(await (await openSignerStops()).listActive()).toEqual([]);
});

test('ends each of two stops with its own start', async () => {
  await run('cleo', 'stop-signing');
  await run('tess', 'stop-signing');
  await expect(run('tess', 'start-signing')).rejects.toThrow('2 stops are active: name one of them');
  const [first, second] = await findActiveStops(database);
  await run(
    'ben',
    'approve',
    parseRequestNumber(await run('tess', 'start-signing', first?.statement.slice(0, 12) ?? '')),
  );
  expect((await findActiveStops(database)).map(({ statement }) => statement)).toEqual([second?.statement]);
  expect((await (await openSignerStops()).listActive()).map(({ hash }) => hash)).toEqual([second?.statement]);
});

test('ends a stop that only the signer reports, and refuses an unknown one', async () => {
  const statement = 'c'.repeat(64);
  await expect(run('tess', 'start-signing', statement)).rejects.toThrow(`there is no stop ${statement}`);
  const used = { cap: '1', used: '0' };
  await saveSignerStatus(database, {
    version: '0',
    startedAt: new Date(0).toISOString(),
    comparedAfter: new Date(0).toISOString(),
    stops: [{ who: 'tess', statement, since: new Date(0).toISOString(), why: 'its row was taken out' }],
    caps: { transaction: '1', fee: '1', hour: used, day: used, coins: [], secondApprovalAbove: '1' },
    pricesAt: null,
    contradictions: [],
  });
  const requestNumber = parseRequestNumber(await run('tess', 'start-signing', statement.slice(0, 10)));
  expect(await run('ben', 'approve', requestNumber)).toMatch(/^the stop has ended/);
  // The signer's last report still contains the stop: deletes it for the next test.
  await database.run(sql`delete from signer_status`);
});
