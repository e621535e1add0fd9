import { exactUnits } from '../ledger/exactUnits.ts';
import { findAlertOf, keepAlert, settleAlertOf } from '../notification/alertStore.ts';
import { isWorse } from '../notification/duty/waking.ts';
import { restartWatch } from '../notification/duty/watchStore.ts';
import type { Transaction } from '../platform/database/database.ts';
import type { Catalog } from '../purchase/catalog/catalog.ts';
import { gapOf } from './compare.ts';
import { describeAsset } from './describeAsset.ts';
import { type Difference, writeWait } from './differenceStore.ts';
import type { Judgement } from './judge.ts';

/** Of a difference's rows as many are told. */
const ROWS_TOLD = 20;
/** Who settles the alert of a difference that is over. */
const BY_ITSELF = 'reconciliation';

/** Of each difference there is one alert. */
export function alertKeyOf(id: number): string {
  return `books_differ:${id}`;
}

type Told = Pick<Difference, 'id' | 'place' | 'asset' | 'waitsUntil'> & {
  readonly judged: Extract<Judgement, { kind: 'differs' }>;
};

/**
 * Keeps the alert of a difference what the difference is. One that a person has settled stays so while nothing of it changes.
 * One that has become worse is told anew, and waits for nobody any more.
 */
export async function tellDifference(transaction: Transaction, catalog: Catalog, told: Told): Promise<void> {
  const key = alertKeyOf(told.id);
  const facts = factsOf(catalog, told);
  const known = await findAlertOf(transaction, key);
  const isSettledAsItIs = known?.settledBy && known.settledBy !== BY_ITSELF && sizeOf(known.facts) === sizeOf(facts);
  if (isSettledAsItIs) return;
  await keepAlert(transaction, { key, orderId: null, kind: 'books_differ', facts });
  if (!known) return;
  const isOverWaited = told.waitsUntil !== null && isWorse('books_differ', facts, known.facts);
  if (isOverWaited) await writeWait(transaction, told.id, null);
  if (isOverWaited || known.settledBy !== null) await restartWatch(transaction, known.id);
}

/** There is nothing to tell of it any more: it is over, or two persons have accepted it. */
export async function settleAlertOfDifference(transaction: Transaction, id: number, who = BY_ITSELF): Promise<void> {
  await settleAlertOf(transaction, alertKeyOf(id), who);
}

function factsOf(catalog: Catalog, { id, place, asset, judged }: Told): Readonly<Record<string, unknown>> {
  const { code, decimals } = describeAsset(catalog, asset);
  const say = (units: bigint) => `${exactUnits(units, asset, decimals)} ${code}`;
  const rows = judged.overdue.slice(0, ROWS_TOLD);
  return {
    difference: id,
    place,
    amount: say(judged.units),
    unexplained: say(judged.rest),
    rows: rows.map(({ id: row, fault, here, there }) => `${row} ${fault}: here ${say(here)}, there ${say(there)}`),
    ...(judged.overdue.length > rows.length && { more: judged.overdue.length - rows.length }),
    named: say(gapOf(judged.overdue)),
  };
}

function sizeOf({ amount, unexplained, rows, more = 0 }: Readonly<Record<string, unknown>>): string {
  return JSON.stringify([amount, unexplained, (Array.isArray(rows) ? rows.length : 0) + Number(more)]);
}
