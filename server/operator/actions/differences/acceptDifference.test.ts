import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, expect, test } from 'vitest';
import { seedConfiguration } from '../../../configuration/changeConfiguration.ts';
import { seededSettings } from '../../../configuration/seededSettings.testing.ts';
import { buildPayoutHaltScope, isHalted } from '../../../ledger/haltStore.ts';
import { openOwnDatabase } from '../../../platform/database/ownDatabase.testing.ts';
import { createLog } from '../../../platform/log/log.ts';
import { ok } from '../../../providers/outcome.ts';
import { findUnclearedDifferences } from '../../../reconciliation/differences/differenceStore.ts';
import type { ExternalAccount } from '../../../reconciliation/externalAccount.ts';
import { reconcileExternalAccount } from '../../../reconciliation/reconcileExternalAccount.ts';
import { finishRun, leaseDueRun } from '../../../reconciliation/reconciliationRunStore.ts';
import { parseRequestNumber } from '../../commandLine/commandRunner.testing.ts';
import type { CommandName } from '../../commandLine/commands.ts';
import { runCommand } from '../../commandLine/runCommand.ts';
import { createCommandContext } from '../../persons/testPersons.testing.ts';
import { readApprovedRequests } from '../../requests/requestStore.ts';
import { listActionNames } from '../actions.ts';

const { database } = await openOwnDatabase();
const { catalog } = seededSettings();

beforeAll(async () => {
  await seedConfiguration(database, []);
});

function runOrder(command: CommandName, args: readonly string[], by: string, options: Record<string, string> = {}) {
  return runCommand(createCommandContext(by, { database, options }), command, args);
}

/** Opens a difference by comparing an external account that has 3 units less than the ledger. */
async function openDifference() {
  const lacks = { units: 0n };
  const asset = `eip155:1/${randomUUID()}`;
  const place: ExternalAccount = {
    id: `test:${randomUUID()}`,
    account: 'asset:wallet',
    graceMs: 0,
    fetchSide: async () => ok({ balances: new Map([[asset, -lacks.units]]), rows: [] }),
    here: { balances: async () => new Map(), rows: async () => [] },
    halts: () => [buildPayoutHaltScope(asset)],
  };
  const look = () => reconcileExternalAccount({ database, catalog, log: createLog('silent') }, place);
  await look();
  lacks.units = 3n;
  await look();
  const [difference] = await findUnclearedDifferences(database, place.id);
  if (!difference) throw new Error('there is no difference');
  return { id: String(difference.id), lacks, look, halted: () => isHalted(database, buildPayoutHaltScope(asset)) };
}

async function requestAcceptance(id: string): Promise<string> {
  return parseRequestNumber(await runOrder('accept-difference', [id], 'anna'));
}

test('lifts the halt of a difference that two people accept, until the difference changes, and posts nothing', async () => {
  const { id, lacks, look, halted } = await openDifference();
  expect(await halted()).toBe(true);
  const request = await requestAcceptance(id);
  expect(await halted()).toBe(true);
  await expect(runOrder('approve', [request], 'anna')).rejects.toThrow('it is your own');
  expect(await halted()).toBe(true);
  await runOrder('approve', [request], 'ben');
  expect(await halted()).toBe(false);
  await look();
  expect(await halted()).toBe(false);
  const postings = await database.many(sql`select 1 from ledger_transactions`);
  expect(postings).toEqual([]);
  const audited = await database.many(
    sql`select who, approved_by from audit_trail where subject = ${`difference ${id}`}`,
  );
  expect(audited).toEqual([{ who: 'anna', approved_by: 'ben' }]);

  lacks.units = 4n;
  await look();
  expect(await halted()).toBe(true);
  await expect(runOrder('approve', [request], 'ben')).rejects.toThrow();
});

test('refuses to accept a difference that changed after the request', async () => {
  const { id, lacks, look, halted } = await openDifference();
  const request = await requestAcceptance(id);
  lacks.units = 2n;
  await look();
  await expect(runOrder('approve', [request], 'ben')).rejects.toThrow('has changed since the request');
  expect(await halted()).toBe(true);
});

test('refuses to accept a difference that is not open; only the clerk reads an approved request', async () => {
  await expect(runOrder('accept-difference', ['999999'], 'anna')).rejects.toThrow('there is no open difference');
  await expect(runOrder('accept-difference', ['all'], 'anna')).rejects.toThrow('is not a number');
  const { id } = await openDifference();
  await database.run(
    sql`update operator_requests set status = 'approved', approved_by = 'ben' where id = ${await requestAcceptance(id)}`,
  );
  const others = readApprovedRequests(database, { except: listActionNames('clerk') });
  expect(await others.next()).toMatchObject({ done: true });
});

test('reconcile prints the differences after a worker’s comparison', async () => {
  const { id } = await openDifference();
  const { place = '' } = (await findUnclearedDifferences(database)).find((each) => each.id === Number(id)) ?? {};
  const pendingReport = runOrder('reconcile', [], 'anna');
  for (let run = await leaseDueRun(database, 3_600); ; run = await leaseDueRun(database, 3_600)) {
    if (run !== undefined) {
      await finishRun(database, run);
      break;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const text = await pendingReport;
  expect(text).toMatch(new RegExp(`^${id} .*open.*-0\\.000000000000000003.*payout:`, 'm'));
  expect(text).toMatch(new RegExp(`^${place} +\\S+ +0\\.00000000 +-0\\.000000000000000003$`, 'm'));
});
