import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, expect, test } from 'vitest';
import { readApprovedRequests } from '../../action/requests/requestStore.ts';
import { seedConfiguration } from '../../configuration/changeConfiguration.ts';
import { seededSettings } from '../../configuration/seededSettings.testing.ts';
import { buildPayoutHaltScope, isHalted } from '../../ledger/haltStore.ts';
import { listActionNames } from '../../operator/actions.ts';
import { parseRequestNumber } from '../../operator/commandLine/commandRunner.testing.ts';
import type { CommandName } from '../../operator/commandLine/commands.ts';
import { runCommand } from '../../operator/commandLine/runCommand.ts';
import { createCommandContext } from '../../operator/persons/testPersons.testing.ts';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { createLog } from '../../platform/log/log.ts';
import { ok } from '../../providers/outcome.ts';
import { findUnclearedDifferences } from '../differences/differenceStore.ts';
import type { ExternalAccount } from '../externalAccount.ts';
import { reconcileExternalAccount } from '../reconcileExternalAccount.ts';
import { finishRun, leaseDueRun } from '../reconciliationRunStore.ts';

const { database } = await openOwnDatabase();
const { catalog } = seededSettings();

beforeAll(async () => {
  await seedConfiguration(database, []);
});

function runAs(command: CommandName, args: readonly string[], by: string, options: Record<string, string> = {}) {
  return runCommand(createCommandContext(by, { database, options }), command, args);
}

/** Opens a difference by comparing an external account that has 3 units less than the ledger. */
async function openDifference() {
  const missing = { units: 0n };
  const asset = `eip155:1/${randomUUID()}`;
  const place: ExternalAccount = {
    id: `test:${randomUUID()}`,
    account: 'asset:wallet',
    graceMs: 0,
    fetchSide: async () => ok({ balances: new Map([[asset, -missing.units]]), rows: [] }),
    ledgerSide: { readBalances: async () => new Map(), readRows: async () => [] },
    listHaltScopes: () => [buildPayoutHaltScope(asset)],
  };
  const compare = () => reconcileExternalAccount({ database, catalog, log: createLog('silent') }, place);
  await compare();
  missing.units = 3n;
  await compare();
  const [difference] = await findUnclearedDifferences(database, place.id);
  if (!difference) throw new Error('there is no difference');
  return {
    id: String(difference.id),
    missing,
    compare,
    isAssetHalted: () => isHalted(database, buildPayoutHaltScope(asset)),
  };
}

async function requestAcceptance(id: string): Promise<string> {
  return parseRequestNumber(await runAs('accept-difference', [id], 'anna'));
}

test('lifts the halt of a difference that two people accept, until the difference changes, and posts nothing', async () => {
  const { id, missing, compare, isAssetHalted } = await openDifference();
  expect(await isAssetHalted()).toBe(true);
  const request = await requestAcceptance(id);
  expect(await isAssetHalted()).toBe(true);
  await expect(runAs('approve', [request], 'anna')).rejects.toThrow('it is your own');
  expect(await isAssetHalted()).toBe(true);
  await runAs('approve', [request], 'ben');
  expect(await isAssetHalted()).toBe(false);
  await compare();
  expect(await isAssetHalted()).toBe(false);
  const postings = await database.many(sql`select 1 from ledger_transactions`);
  expect(postings).toEqual([]);
  const audited = await database.many(
    sql`select who, approved_by from audit_trail where subject = ${`difference ${id}`}`,
  );
  expect(audited).toEqual([{ who: 'anna', approvedBy: 'ben' }]);

  missing.units = 4n;
  await compare();
  expect(await isAssetHalted()).toBe(true);
  await expect(runAs('approve', [request], 'ben')).rejects.toThrow();
});

test('refuses to accept a difference that changed after the request', async () => {
  const { id, missing, compare, isAssetHalted } = await openDifference();
  const request = await requestAcceptance(id);
  missing.units = 2n;
  await compare();
  await expect(runAs('approve', [request], 'ben')).rejects.toThrow('has changed since the request');
  expect(await isAssetHalted()).toBe(true);
});

test('refuses to accept a difference that is not open; an approved request can be read only by the clerk', async () => {
  await expect(runAs('accept-difference', ['999999'], 'anna')).rejects.toThrow('there is no open difference');
  await expect(runAs('accept-difference', ['all'], 'anna')).rejects.toThrow('is not a number');
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
  const pendingReport = runAs('reconcile', [], 'anna');
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
