import { type Amount, createAmount, subtractAmounts } from '@slipway/money/amount.ts';
import { powerOfTen } from '@slipway/money/decimal.ts';
import { ledgerScale, move, type Posting } from '../../ledger/posting.ts';
import type { BalanceLineKind } from '../../providers/card/balanceLine.ts';
import type { StoredLine } from './acquirerLineStore.ts';

/** Kinds of subjects whose movements an order posts. */
export type LineSubjectKind = 'payment' | 'refund' | 'dispute';

/** The kind of subject by kind of line; undefined for lines that belong to no order. */
export const lineSubjectKinds: Readonly<Partial<Record<BalanceLineKind, LineSubjectKind>>> = {
  charge: 'payment',
  refund: 'refund',
  refund_failed: 'refund',
  dispute: 'dispute',
  dispute_reversed: 'dispute',
};

export type SubjectJudgement =
  /** The orders have posted exactly what the acquirer has moved. */
  | { readonly kind: 'agrees' }
  /** The account settles in another currency: the postings in the buyer's currency are converted into it. */
  | { readonly kind: 'converts'; readonly postings: readonly Posting[] }
  /** An order may still post the missing amount. */
  | { readonly kind: 'waits' }
  | { readonly kind: 'differs' };

/**
 * Time after the newest line until a difference is reported. An order's events arrive within minutes, but it posts a refund only
 * when the buyer's bank has it.
 */
const GRACE_MS = { otherSumPosted: 3_600_000, nothingPosted: 3 * 86_400_000 } as const;

/**
 * Compares all movements of the acquirer about one subject with all postings about it, in ledger units. It compares
 * sums, since orders post a dispute or a refund in other steps than the acquirer. Pure.
 */
export function judgeSubject(
  lines: readonly StoredLine[],
  posted: ReadonlyMap<string, bigint>,
  now: Date,
): SubjectJudgement {
  const gaps = computeGaps(lines, posted);
  if (gaps.size === 0) return { kind: 'agrees' };
  const postings = buildConversion(lines, posted, gaps);
  if (postings) return { kind: 'converts', postings };
  const newest = Math.max(...lines.map(({ bookedAt }) => bookedAt.getTime()));
  const graceMs = posted.size === 0 ? GRACE_MS.nothingPosted : GRACE_MS.otherSumPosted;
  return { kind: now.getTime() - newest < graceMs ? 'waits' : 'differs' };
}

/** Returns the acquirer's movements less the fees that it kept, in ledger units, by asset. */
export function sumMovedUnits(lines: readonly StoredLine[]): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const { amount, fee } of lines) {
    const { asset } = amount;
    sums.set(asset.id, (sums.get(asset.id) ?? 0n) + toLedgerUnits(subtractAmounts(amount, fee)));
  }
  return sums;
}

/** Returns how much more the acquirer has moved than was posted, by asset. */
function computeGaps(lines: readonly StoredLine[], posted: ReadonlyMap<string, bigint>): Map<string, bigint> {
  const gaps = sumMovedUnits(lines);
  for (const [asset, units] of posted) gaps.set(asset, (gaps.get(asset) ?? 0n) - units);
  for (const [asset, units] of gaps) if (units === 0n) gaps.delete(asset);
  return gaps;
}

/**
 * Returns the conversion; undefined unless all of it was posted in one currency and settled in another. A payment's order posts
 * the fee, in the account's currency; for other subjects the fee is posted here, since the order knows only its own currency.
 */
function buildConversion(
  lines: readonly StoredLine[],
  posted: ReadonlyMap<string, bigint>,
  gaps: ReadonlyMap<string, bigint>,
): readonly Posting[] | undefined {
  const settled = lines[0]?.amount.asset;
  if (!settled || gaps.size !== 2 || lines.some(({ amount }) => amount.asset.id !== settled.id)) return undefined;
  const [paidAsset] = [...gaps.keys()].filter((asset) => asset !== settled.id);
  const newLines = lines.filter(({ status }) => status === 'new');
  const settledSum = sumAmounts(
    newLines.map(({ amount }) => amount),
    settled,
  );
  const fees = sumAmounts(
    newLines.map(({ fee }) => fee),
    settled,
  );
  const isPayment = lines.some(({ kind }) => kind === 'charge');
  const expected = toLedgerUnits(isPayment ? settledSum : subtractAmounts(settledSum, fees));
  const postedUnits = paidAsset === undefined ? 0n : (posted.get(paidAsset) ?? 0n);
  // The missing amount must be exactly that of the new lines, and the posted and the settled sum must have the same sign.
  if (paidAsset === undefined || gaps.get(settled.id) !== expected || postedUnits > 0n !== settledSum.units > 0n)
    return undefined;
  return [
    { account: 'asset:acquirer', asset: paidAsset, units: -postedUnits },
    { account: 'fx', asset: paidAsset, units: postedUnits },
    ...move(settledSum, 'fx', 'asset:acquirer'),
    ...(isPayment ? [] : move(fees, 'asset:acquirer', selectFeeAccount(lines))),
  ];
}

function selectFeeAccount(lines: readonly StoredLine[]): 'expense:dispute' | 'expense:acquirer' {
  return lines.some(({ kind }) => lineSubjectKinds[kind] === 'dispute') ? 'expense:dispute' : 'expense:acquirer';
}

function sumAmounts(amounts: readonly Amount[], asset: Amount['asset']): Amount {
  return createAmount(
    asset,
    amounts.reduce((sum, { units }) => sum + units, 0n),
  );
}

function toLedgerUnits({ units, asset }: Amount): bigint {
  return units * powerOfTen(ledgerScale(asset.id) - asset.decimals);
}
