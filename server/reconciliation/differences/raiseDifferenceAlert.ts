import { formatExactUnits } from '../../ledger/formatExactUnits.ts';
import { findAlertByKey, raiseUpdatedAlert, settleAlertByKey } from '../../notification/alertStore.ts';
import { isWorse } from '../../notification/duty/wakingKinds.ts';
import { restartWatch } from '../../notification/duty/watchStore.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { Catalog } from '../../purchase/catalog/catalog.ts';
import { sumRowGaps } from '../compareSides.ts';
import { describeAsset } from '../describeAsset.ts';
import { type Difference, saveSnooze } from './differenceStore.ts';
import type { Judgement } from './judgeComparison.ts';

/** The most rows of a difference that its alert lists. */
const MAX_ALERT_ROWS = 20;
/** Recorded as the author when an alert is settled because its difference is over. */
const SETTLED_BY_COMPARISON = 'reconciliation';

/** Returns the alert's key: each difference has one alert. */
export function buildDifferenceAlertKey(id: number): string {
  return `books_differ:${id}`;
}

type AlertedDifference = Pick<Difference, 'id' | 'place' | 'asset' | 'waitsUntil'> & {
  readonly judged: Extract<Judgement, { kind: 'differs' }>;
};

/**
 * Updates the alert of a difference. An alert that a person has settled stays settled until the difference changes. A worsened
 * difference alerts again and ends its snooze.
 */
export async function raiseDifferenceAlert(
  transaction: Transaction,
  catalog: Catalog,
  difference: AlertedDifference,
): Promise<void> {
  const key = buildDifferenceAlertKey(difference.id);
  const facts = buildFacts(catalog, difference);
  const formerAlert = await findAlertByKey(transaction, key);
  const isSettledUnchanged =
    formerAlert?.settledBy &&
    formerAlert.settledBy !== SETTLED_BY_COMPARISON &&
    formatSize(formerAlert.facts) === formatSize(facts);
  if (isSettledUnchanged) return;
  await raiseUpdatedAlert(transaction, { key, orderId: null, kind: 'books_differ', facts });
  if (!formerAlert) return;
  const hasWorsenedWhileSnoozed = difference.waitsUntil !== null && isWorse('books_differ', facts, formerAlert.facts);
  if (!hasWorsenedWhileSnoozed) return;
  await saveSnooze(transaction, difference.id, null);
  await restartWatch(transaction, formerAlert.id);
}

/** Settles the alert of a difference that is over, or that two people have accepted. */
export async function settleDifferenceAlert(
  transaction: Transaction,
  id: number,
  who = SETTLED_BY_COMPARISON,
): Promise<void> {
  await settleAlertByKey(transaction, buildDifferenceAlertKey(id), who);
}

function buildFacts(
  catalog: Catalog,
  { id, place, asset, judged }: AlertedDifference,
): Readonly<Record<string, unknown>> {
  const { code, decimals } = describeAsset(catalog, asset);
  const format = (units: bigint) => `${formatExactUnits(units, asset, decimals)} ${code}`;
  const rows = judged.overdue.slice(0, MAX_ALERT_ROWS);
  return {
    difference: id,
    place,
    amount: format(judged.units),
    unexplained: format(judged.rest),
    rows: rows.map(
      ({ id: row, fault, here, there }) => `${row} ${fault}: here ${format(here)}, there ${format(there)}`,
    ),
    ...(judged.overdue.length > rows.length && { more: judged.overdue.length - rows.length }),
    named: format(sumRowGaps(judged.overdue)),
  };
}

function formatSize({ amount, unexplained, rows, more = 0 }: Readonly<Record<string, unknown>>): string {
  return JSON.stringify([amount, unexplained, (Array.isArray(rows) ? rows.length : 0) + Number(more)]);
}
