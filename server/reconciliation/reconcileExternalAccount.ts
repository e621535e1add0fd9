import { raiseLastingAlert, settleLastingAlert } from '../notification/alertStore.ts';
import type { Database } from '../platform/database/database.ts';
import type { Log } from '../platform/log/log.ts';
import type { Catalog } from '../purchase/catalog/catalog.ts';
import { buildUnreadableOutcome, compareExternalAccount } from './compareExternalAccount.ts';
import { findUnclearedDifferences } from './differences/differenceStore.ts';
import { recordDifference } from './differences/recordDifference.ts';
import type { ExternalAccount } from './externalAccount.ts';
import { insertOpenings, readMachineClock, saveReadFailure, saveReadSuccess } from './externalAccountStore.ts';

export type ReconcileContext = { readonly database: Database; readonly log: Log; readonly catalog: Catalog };

/** Consecutive failed readings before an alert. An external account that cannot be read is no difference, and halts nothing. */
const FAILURES_BEFORE_ALERT = 5;

/**
 * Compares one external account with the ledger, and stores the result: differences with their alerts and halts, or the
 * failed reading, with an alert if several in a row have failed.
 */
export async function reconcileExternalAccount(context: ReconcileContext, place: ExternalAccount): Promise<void> {
  const outcome = await compareExternalAccount(context.database, place).catch((error: unknown) =>
    buildUnreadableOutcome(String(error)),
  );
  if (outcome.kind !== 'ok')
    return recordFailure(context, place, 'detail' in outcome ? (outcome.detail ?? '') : outcome.kind);
  const { comparisons, openings, balancesWithoutRows, booked } = outcome.value;
  await context.database.transaction(async (transaction) => {
    if (!(await saveReadSuccess(transaction, place.id, outcome.value))) return;
    await settleLastingAlert(transaction, buildAlertKey(place));
    if (openings) await insertOpenings(transaction, place.id, openings);
    const uncleared = new Map((await findUnclearedDifferences(transaction, place.id)).map((one) => [one.asset, one]));
    const now = await readMachineClock(transaction);
    const comparisonsByAsset = new Map(comparisons.map((comparison) => [comparison.asset, comparison]));
    for (const asset of new Set([...comparisonsByAsset.keys(), ...uncleared.keys()])) {
      const comparison = comparisonsByAsset.get(asset) ?? { asset, here: 0n, there: 0n, rows: [], rest: 0n };
      await recordDifference(transaction, context.catalog, place, comparison, {
        known: uncleared.get(asset),
        now,
        unitsWithoutRows: balancesWithoutRows.get(asset) ?? 0n,
        booked,
      });
    }
  });
}

async function recordFailure(
  { database, log }: ReconcileContext,
  place: ExternalAccount,
  detail: string,
): Promise<void> {
  const failures = await saveReadFailure(database, place.id, detail);
  log.warn({ place: place.id, error: detail }, 'an external account could not be compared with the ledger');
  if (failures < FAILURES_BEFORE_ALERT) return;
  await database.transaction((transaction) =>
    raiseLastingAlert(transaction, {
      key: buildAlertKey(place),
      orderId: null,
      kind: 'account_not_compared',
      facts: { place: place.id, tries: failures, detail },
    }),
  );
}

function buildAlertKey({ id }: ExternalAccount): string {
  return `account_not_compared:${id}`;
}
