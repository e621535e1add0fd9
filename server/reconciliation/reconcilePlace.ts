import { endCondition, keepOpen } from '../notification/alertStore.ts';
import type { Database } from '../platform/database/database.ts';
import type { Log } from '../platform/log/log.ts';
import type { Catalog } from '../purchase/catalog/catalog.ts';
import { standingDifferences } from './differenceStore.ts';
import { lookTwice, unreadable } from './lookAtPlace.ts';
import type { Place } from './place.ts';
import { insertOpenings, machineNow, writeFailure, writeRead } from './placeStore.ts';
import { settleDifference } from './settleDifference.ts';

export type ReconcileContext = { readonly database: Database; readonly log: Log; readonly catalog: Catalog };

/** In a row; a place that cannot be read is no difference, and halts nothing. */
const FAILURES_BEFORE_ALERT = 5;

/** Compares one place with the ledger, and writes down what follows. */
export async function reconcilePlace(context: ReconcileContext, place: Place): Promise<void> {
  const looked = await lookTwice(context.database, place).catch((error: unknown) => unreadable(String(error)));
  if (looked.kind !== 'ok') return failed(context, place, 'detail' in looked ? (looked.detail ?? '') : looked.kind);
  const { begunAt, comparisons, openings, beside, booked } = looked.value;
  await context.database.transaction(async (transaction) => {
    await writeRead(transaction, place.id, begunAt);
    await endCondition(transaction, alertKey(place));
    if (openings) await insertOpenings(transaction, place.id, openings);
    const standing = new Map((await standingDifferences(transaction, place.id)).map((one) => [one.asset, one]));
    const now = await machineNow(transaction);
    const of = new Map(comparisons.map((comparison) => [comparison.asset, comparison]));
    for (const each of new Set([...of.keys(), ...standing.keys()])) {
      const comparison = of.get(each) ?? { asset: each, here: 0n, there: 0n, rows: [], rest: 0n };
      await settleDifference(transaction, context.catalog, place, comparison, {
        known: standing.get(each),
        now,
        beside: beside.get(each) ?? 0n,
        booked,
      });
    }
  });
}

async function failed({ database, log }: ReconcileContext, place: Place, detail: string): Promise<void> {
  const failures = await writeFailure(database, place.id, detail);
  log.warn({ place: place.id, error: detail }, 'a place could not be compared with the ledger');
  if (failures < FAILURES_BEFORE_ALERT) return;
  await database.transaction((transaction) =>
    keepOpen(transaction, {
      key: alertKey(place),
      orderId: null,
      kind: 'place_unread',
      facts: { place: place.id, tries: failures, detail },
    }),
  );
}

function alertKey({ id }: Place): string {
  return `place_unread:${id}`;
}
