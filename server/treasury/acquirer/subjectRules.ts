import { type Amount, amountOf, subtractAmounts } from '@slipway/money/amount.ts';
import { powerOfTen } from '@slipway/money/decimal.ts';
import { ledgerScale, move, type Posting } from '../../ledger/posting.ts';
import type { BalanceLineKind } from '../../providers/card/balanceLine.ts';
import type { StoredLine } from './acquirerLineStore.ts';

/** What an order posts by itself. */
export type SubjectKind = 'payment' | 'refund' | 'dispute';

/** About what an order's line is; undefined for lines that are about no order. */
export const subjectKinds: Readonly<Partial<Record<BalanceLineKind, SubjectKind>>> = {
  charge: 'payment',
  refund: 'refund',
  refund_failed: 'refund',
  dispute: 'dispute',
  dispute_reversed: 'dispute',
};

export type Judged =
  /** The orders have posted just this. */
  | { readonly kind: 'agrees' }
  /** The account settles in another currency: what was posted in the buyer's lies there in that one. */
  | { readonly kind: 'converts'; readonly postings: readonly Posting[] }
  /** An order may still post it. */
  | { readonly kind: 'waits' }
  | { readonly kind: 'differs' };

/** Hints of the acquirer come within minutes; a refund may wait days for the buyer's bank before it counts. */
const PATIENCE_MS = { contradicted: 3_600_000, unheard: 3 * 86_400_000 } as const;

/**
 * Compares all that the acquirer has moved about one thing with all that was posted about it, both in the ledger's digits:
 * sums, since the orders say a dispute or a refund in other steps than the acquirer. Pure.
 */
export function judgeSubject(lines: readonly StoredLine[], posted: ReadonlyMap<string, bigint>, now: Date): Judged {
  const gaps = gapsBetween(lines, posted);
  if (gaps.size === 0) return { kind: 'agrees' };
  const postings = conversion(lines, posted, gaps);
  if (postings) return { kind: 'converts', postings };
  const newest = Math.max(...lines.map(({ bookedAt }) => bookedAt.getTime()));
  const patience = posted.size === 0 ? PATIENCE_MS.unheard : PATIENCE_MS.contradicted;
  return { kind: now.getTime() - newest < patience ? 'waits' : 'differs' };
}

/** What the acquirer has moved, less the fees that it kept, in the ledger's digits by asset. */
export function movedBy(lines: readonly StoredLine[]): Map<string, bigint> {
  const sums = new Map<string, bigint>();
  for (const { amount, fee } of lines) {
    const { asset } = amount;
    sums.set(asset.id, (sums.get(asset.id) ?? 0n) + inLedger(subtractAmounts(amount, fee)));
  }
  return sums;
}

/** By asset, how much more the acquirer has moved than was posted. */
function gapsBetween(lines: readonly StoredLine[], posted: ReadonlyMap<string, bigint>): Map<string, bigint> {
  const gaps = movedBy(lines);
  for (const [asset, units] of posted) gaps.set(asset, (gaps.get(asset) ?? 0n) - units);
  for (const [asset, units] of gaps) if (units === 0n) gaps.delete(asset);
  return gaps;
}

/**
 * Undefined unless all of it was posted in one currency and lies in another. A payment's fee is posted by its order, in the
 * currency of the account; another one's is not, since the order knows its own currency alone.
 */
function conversion(
  lines: readonly StoredLine[],
  posted: ReadonlyMap<string, bigint>,
  gaps: ReadonlyMap<string, bigint>,
): readonly Posting[] | undefined {
  const settled = lines[0]?.amount.asset;
  if (!settled || gaps.size !== 2 || lines.some(({ amount }) => amount.asset.id !== settled.id)) return undefined;
  const [paid] = [...gaps.keys()].filter((asset) => asset !== settled.id);
  const fresh = lines.filter(({ status }) => status === 'new');
  const came = sumOf(
    fresh.map(({ amount }) => amount),
    settled,
  );
  const fees = sumOf(
    fresh.map(({ fee }) => fee),
    settled,
  );
  const isPayment = lines.some(({ kind }) => kind === 'charge');
  const expected = inLedger(isPayment ? came : subtractAmounts(came, fees));
  const posting = paid === undefined ? 0n : (posted.get(paid) ?? 0n);
  // Both went the same way, and nothing else is missing.
  if (paid === undefined || gaps.get(settled.id) !== expected || posting > 0n !== came.units > 0n) return undefined;
  return [
    { account: 'asset:acquirer', asset: paid, units: -posting },
    { account: 'fx', asset: paid, units: posting },
    ...move(came, 'fx', 'asset:acquirer'),
    ...(isPayment ? [] : move(fees, 'asset:acquirer', feeAccount(lines))),
  ];
}

function feeAccount(lines: readonly StoredLine[]): 'expense:dispute' | 'expense:acquirer' {
  return lines.some(({ kind }) => subjectKinds[kind] === 'dispute') ? 'expense:dispute' : 'expense:acquirer';
}

function sumOf(amounts: readonly Amount[], asset: Amount['asset']): Amount {
  return amountOf(
    asset,
    amounts.reduce((sum, { units }) => sum + units, 0n),
  );
}

function inLedger({ units, asset }: Amount): bigint {
  return units * powerOfTen(ledgerScale(asset.id) - asset.decimals);
}
