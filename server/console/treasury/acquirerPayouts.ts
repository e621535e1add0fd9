import type { ConsoleCallData, ConsoleCallInput } from '@slipway/contract/consoleCalls.ts';
import { createAmount } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import { formatExactAmount } from '../../ledger/formatExactAmount.ts';
import { AppError } from '../../platform/http/appError.ts';
import type { BalanceLineKind } from '../../providers/card/balanceLine.ts';
import type { ConsoleContext } from '../consoleContext.ts';
import { formatPageCursor, parsePageCursor } from '../pageCursor.ts';
import {
  type AcquirerPayoutRow,
  findAcquirerPayout,
  type KindSum,
  listAcquirerPayoutLines,
  listAcquirerPayouts,
  type PayoutLine,
  sumPayoutLines,
} from './acquirerPayoutStore.ts';

type Page = ConsoleCallData<'payout'>;
type Part = Page['parts'][number]['part'];
type Sum = Page['amount'];

const PAGE_SIZE = 50;

const PART_OF_KIND: Readonly<Record<BalanceLineKind, Part>> = {
  charge: 'charge',
  refund: 'refund',
  refund_failed: 'refund',
  dispute: 'dispute',
  dispute_reversed: 'dispute',
  fee: 'fee',
  payout: 'payout',
  payout_failed: 'payout',
  other: 'other',
};

export async function readAcquirerPayouts(
  { database }: ConsoleContext,
  { cursor }: ConsoleCallInput<'payouts'>,
): Promise<ConsoleCallData<'payouts'>> {
  const found = await listAcquirerPayouts(database, parsePageCursor(cursor), PAGE_SIZE + 1);
  const last = found[PAGE_SIZE - 1];
  return {
    list: found.slice(0, PAGE_SIZE).map(presentAcquirerPayout),
    cursor: last && found.length > PAGE_SIZE ? formatPageCursor({ at: last.sortedAt, id: last.lineId }) : null,
  };
}

/** Returns a payout with a page of its lines. Throws `not_found`, or `act_refused` for a malformed cursor. */
export async function readAcquirerPayout(
  { database }: ConsoleContext,
  { id, cursor }: ConsoleCallInput<'payout'>,
): Promise<Page> {
  const payout = await findAcquirerPayout(database, id);
  if (!payout) throw new AppError('not_found', { what: 'payout', name: id });
  const [sums, found] = await Promise.all([
    sumPayoutLines(database, payout),
    listAcquirerPayoutLines(database, payout, parsePageCursor(cursor), PAGE_SIZE + 1),
  ]);
  const last = found[PAGE_SIZE - 1];
  return {
    ...presentAcquirerPayout(payout),
    ...composeParts(payout, sums),
    list: found.slice(0, PAGE_SIZE).map((line) => presentPayoutLine(payout.currency, line)),
    cursor: last && found.length > PAGE_SIZE ? formatPageCursor({ at: last.sortedAt, id: last.id }) : null,
  };
}

function presentAcquirerPayout(payout: AcquirerPayoutRow): ConsoleCallData<'payouts'>['list'][number] {
  const { id, acquirer, currency, units, createdAt, arrivesOn, entry, bookedOn, lines, earlierLines } = payout;
  return {
    id,
    acquirer,
    state: deriveState(payout),
    amount: buildSum(currency, -units),
    createdAt: createdAt.toISOString(),
    arrivesOn,
    bank: entry === null || bookedOn === null ? null : { entry, bookedOn },
    itemization: payout.isItemized ? 'itemized' : payout.itemization === 'never' ? 'never' : 'pending',
    lines: lines + earlierLines,
  };
}

/**
 * Returns the payout's state. Money returned to the account, and the bank's entry, take precedence over the acquirer's
 * last report.
 */
function deriveState({ status, hasFailed, entry }: AcquirerPayoutRow): Page['state'] {
  if (entry !== null) return 'arrived';
  if (hasFailed) return status === 'canceled' ? 'canceled' : 'failed';
  return status ?? 'pending';
}

/**
 * Returns the parts of a payout's amount, and by how much their sum differs from it; null before its lines are recorded.
 * Fees are a separate part, so that the other parts are what was charged, refunded and disputed. Pure.
 */
export function composeParts(
  {
    currency,
    units,
    isItemized,
    earlierLines,
    earlierUnits,
  }: Pick<AcquirerPayoutRow, 'currency' | 'units' | 'isItemized' | 'earlierLines' | 'earlierUnits'>,
  sums: readonly KindSum[],
): Pick<Page, 'parts' | 'difference'> {
  const parts = new Map<Part, { lines: number; units: bigint }>();
  const add = (part: Part, lines: number, more: bigint) => {
    const before = parts.get(part) ?? { lines: 0, units: 0n };
    if (lines > 0) parts.set(part, { lines: before.lines + lines, units: before.units + more });
  };
  for (const part of ['charge', 'refund', 'dispute', 'fee', 'payout', 'other'] as const)
    for (const sum of sums) if (PART_OF_KIND[sum.kind] === part) add(part, sum.lines, sum.units);
  for (const { withFee, fees } of sums) add('fee', withFee, -fees);
  add('earlier', earlierLines, earlierUnits);
  const whole = [...parts.values()].reduce((sum, part) => sum + part.units, 0n);
  return {
    parts: [...parts].map(([part, { lines, units: partUnits }]) => ({
      part,
      lines,
      amount: buildSum(currency, partUnits),
    })),
    difference: isItemized ? buildSum(currency, -units - whole) : null,
  };
}

function presentPayoutLine(
  currency: string,
  { id, kind, vendorType, at, orderNo, units, feeUnits }: PayoutLine,
): Page['list'][number] {
  return {
    id,
    part: PART_OF_KIND[kind],
    vendorType,
    at: at.toISOString(),
    orderNo,
    amount: buildSum(currency, units),
    fee: buildSum(currency, feeUnits),
    net: buildSum(currency, units - feeUnits),
  };
}

function buildSum(currency: string, units: bigint): Sum {
  return { amount: formatExactAmount(createAmount(fiatAsset(currency), units)), unit: currency };
}
