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

/** Consecutive failures; an external account that cannot be read is no difference, and halts nothing. */
const FAILURES_BEFORE_ALERT = 5;

/** Compares one external account with the ledger, and stores the result. */
export async function reconcileExternalAccount(context: ReconcileContext, place: ExternalAccount): Promise<void> {
  const looked = await compareExternalAccount(context.database, place).catch((error: unknown) =>
    buildUnreadableOutcome(String(error)),
  );
  if (looked.kind !== 'ok') return failed(context, place, 'detail' in looked ? (looked.detail ?? '') : looked.kind);
  const { comparisons, openings, balancesWithoutRows, booked } = looked.value;
  await context.database.transaction(async (transaction) => {
    if (!(await saveReadSuccess(transaction, place.id, looked.value))) return;
    await settleLastingAlert(transaction, alertKey(place));
    if (openings) await insertOpenings(transaction, place.id, openings);
    const standing = new Map((await findUnclearedDifferences(transaction, place.id)).map((one) => [one.asset, one]));
    const now = await readMachineClock(transaction);
    const of = new Map(comparisons.map((comparison) => [comparison.asset, comparison]));
    for (const each of new Set([...of.keys(), ...standing.keys()])) {
      const comparison = of.get(each) ?? { asset: each, here: 0n, there: 0n, rows: [], rest: 0n };
      await recordDifference(transaction, context.catalog, place, comparison, {
        known: standing.get(each),
        now,
        unitsWithoutRows: balancesWithoutRows.get(each) ?? 0n,
        booked,
      });
    }
  });
}

async function failed({ database, log }: ReconcileContext, place: ExternalAccount, detail: string): Promise<void> {
  const failures = await saveReadFailure(database, place.id, detail);
  log.warn({ place: place.id, error: detail }, 'an external account could not be compared with the ledger');
  if (failures < FAILURES_BEFORE_ALERT) return;
  await database.transaction((transaction) =>
    raiseLastingAlert(transaction, {
      key: alertKey(place),
      orderId: null,
      kind: 'account_not_compared',
      facts: { place: place.id, tries: failures, detail },
    }),
  );
}

function alertKey({ id }: ExternalAccount): string {
  return `account_not_compared:${id}`;
}
