import { areSumsProven, proveSums } from '../ledger/sumProofStore.ts';
import { raiseAlert } from '../notification/alertStore.ts';
import type { Database } from '../platform/database/database.ts';
import type { Log } from '../platform/log/log.ts';
import { standingDifferences } from './differenceStore.ts';

/** How long a posting that was changed behind the ledger, and is too old to be compared by itself, may stay unseen. */
const EVERY_MINUTES = 60;

/**
 * Proves the sums that are kept before the books are compared by them: each hour, and before each comparison while something
 * differs, so that nothing goes on by a sum that was not just added up. Where one is broken a person is called, and the
 * comparison adds up all lines itself.
 */
export async function proveWhenDue({
  database,
  log,
}: {
  readonly database: Database;
  readonly log: Log;
}): Promise<void> {
  if ((await areSumsProven(database, EVERY_MINUTES)) && !(await doBooksDiffer(database))) return;
  const faults = await proveSums(database);
  if (faults.length === 0) return;
  // Told anew each day: one that a person has settled, and that is there all the same, is no settled one.
  const day = (await database.now()).toISOString().slice(0, 10);
  for (const { whose, asset, kept, added } of faults) {
    const facts = { whose, asset, kept: kept.toString(), added: added.toString() };
    log.error(facts, 'a sum that is kept is not what its lines add up to');
    await raiseAlert(database, {
      key: `sums_broken:${whose}:${asset}:${kept - added}:${day}`,
      orderId: null,
      kind: 'sums_broken',
      facts,
    });
  }
}

async function doBooksDiffer(database: Database): Promise<boolean> {
  return (await standingDifferences(database)).some(({ state }) => state === 'open');
}
