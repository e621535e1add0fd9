import { randomUUID } from 'node:crypto';
import sql from 'sql-template-tag';
import { beforeAll, expect, test } from 'vitest';
import { seedConfiguration } from '../../configuration/changeConfiguration.ts';
import { seededSettings } from '../../configuration/seededSettings.testing.ts';
import { isHalted, payoutsOf } from '../../ledger/haltStore.ts';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { createLog } from '../../platform/log/log.ts';
import type { Act } from '../../platform/persons/rights.ts';
import { ok } from '../../providers/outcome.ts';
import { standingDifferences } from '../../reconciliation/differenceStore.ts';
import type { Place } from '../../reconciliation/place.ts';
import { reconcilePlace } from '../../reconciliation/reconcilePlace.ts';
import { finishRun, takeRun } from '../../reconciliation/runStore.ts';
import { requestIn } from '../commandRunner.testing.ts';
import { typedBy } from '../persons/testPersons.testing.ts';
import { approvedRequests } from '../requestStore.ts';
import { runCommand } from '../runCommand.ts';

const { database } = await openOwnDatabase();
const { catalog } = seededSettings();

beforeAll(async () => {
  await seedConfiguration(database, []);
});

function say(command: Act, words: readonly string[], by: string, options: Record<string, string> = {}) {
  return runCommand(typedBy(by, { database, options }), command, words);
}

/** A wallet that lacks something, looked at. */
async function openDifference() {
  const lacks = { units: 0n };
  const asset = `eip155:1/${randomUUID()}`;
  const place: Place = {
    id: `test:${randomUUID()}`,
    account: 'asset:wallet',
    graceMs: 0,
    askThere: async () => ok({ balances: new Map([[asset, -lacks.units]]), rows: [] }),
    here: { balances: async () => new Map(), rows: async () => [] },
    halts: () => [payoutsOf(asset)],
  };
  const look = () => reconcilePlace({ database, catalog, log: createLog('silent') }, place);
  await look();
  lacks.units = 3n;
  await look();
  const [difference] = await standingDifferences(database, place.id);
  if (!difference) throw new Error('there is no difference');
  return { id: String(difference.id), lacks, look, halted: () => isHalted(database, payoutsOf(asset)) };
}

async function askFor(id: string): Promise<string> {
  return requestIn(await say('accept-difference', [id], 'anna'));
}

test('a difference is accepted by two people, and lets go what it has stopped until it changes', async () => {
  const { id, lacks, look, halted } = await openDifference();
  expect(await halted()).toBe(true);
  const request = await askFor(id);
  expect(await halted()).toBe(true);
  await expect(say('approve', [request], 'anna')).rejects.toThrow('it is your own');
  expect(await halted()).toBe(true);
  await say('approve', [request], 'ben');
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
  await expect(say('approve', [request], 'ben')).rejects.toThrow();
});

test('what has changed since it was asked for is not accepted', async () => {
  const { id, lacks, look, halted } = await openDifference();
  const request = await askFor(id);
  lacks.units = 2n;
  await look();
  await expect(say('approve', [request], 'ben')).rejects.toThrow('not what it was');
  expect(await halted()).toBe(true);
});

test('what is no open difference cannot be accepted, and no worker takes the request for an order', async () => {
  await expect(say('accept-difference', ['999999'], 'anna')).rejects.toThrow('there is no open difference');
  await expect(say('accept-difference', ['all'], 'anna')).rejects.toThrow('is not a number');
  const { id } = await openDifference();
  await database.run(
    sql`update operator_requests set status = 'approved', approved_by = 'ben' where id = ${await askFor(id)}`,
  );
  expect(await approvedRequests(database)).toEqual([]);
});

test('reconcile says where the books differ once a worker has looked', async () => {
  const { id } = await openDifference();
  const asked = say('reconcile', [], 'anna');
  for (let run = await takeRun(database, 3_600); ; run = await takeRun(database, 3_600)) {
    if (run !== undefined) {
      await finishRun(database, run);
      break;
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const text = await asked;
  expect(text).toMatch(new RegExp(`^${id} .*open.*-0\\.000000000000000003.*payout:`, 'm'));
});
