import { areSumsProven, proveSums } from '../ledger/sumProofStore.ts';
import { raiseAlert } from '../notification/alertStore.ts';
import type { Database } from '../platform/database/database.ts';
import type { Log } from '../platform/log/log.ts';
import { findUnclearedDifferences } from './differences/differenceStore.ts';

/** Limits how long an altered posting that is too old to be compared individually stays undetected. */
const EVERY_MINUTES = 60;

/**
 * Proves the stored sums before the books are compared with them: each hour, and before each comparison while a difference is
 * open, so that no halt is lifted because of an unverified sum. A broken sum raises an alert, and the comparison adds up all
 * lines itself.
 */
export async function proveSumsWhenDue({
  database,
  log,
}: {
  readonly database: Database;
  readonly log: Log;
}): Promise<void> {
  if ((await areSumsProven(database, EVERY_MINUTES)) && !(await doBooksDiffer(database))) return;
  const faults = await proveSums(database);
  if (faults.length === 0) return;
  // One alert per day: a person may have settled the alert although the fault remains.
  const day = (await database.now()).toISOString().slice(0, 10);
  for (const { account, asset, storedUnits, summedUnits } of faults) {
    const facts = { account, asset, kept: storedUnits.toString(), added: summedUnits.toString() };
    log.error(facts, 'a stored sum is not the total of its lines');
    await raiseAlert(database, {
      key: `sums_broken:${account}:${asset}:${storedUnits - summedUnits}:${day}`,
      orderId: null,
      kind: 'sums_broken',
      facts,
    });
  }
}

async function doBooksDiffer(database: Database): Promise<boolean> {
  return (await findUnclearedDifferences(database)).some(({ state }) => state === 'open');
}
