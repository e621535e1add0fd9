import type { Amount } from '@slipway/money/amount.ts';
import type { Asset } from '@slipway/money/asset.ts';
import { type Decimal, powerOfTen, rescale } from '@slipway/money/decimal.ts';
import type { Account } from './account.ts';

/** Venues report fractions of a cent, so fiat is stored finer than its minor unit. */
export const LEDGER_FIAT_SCALE = 8;
/** Venues also report fractions of a token's minor unit; 18 digits hold every chain's scale. */
export const LEDGER_CRYPTO_SCALE = 18;

/** One signed line: + debit, − credit, in the ledger's scale of the asset. */
export type Posting = { readonly account: Account; readonly asset: string; readonly units: bigint };

/** An atomic set of postings that sum to zero for each asset. */
export type Entry = {
  readonly kind: string;
  /** Identifies the fact; the database refuses a second entry with the same key. */
  readonly key: string;
  readonly postings: readonly Posting[];
  /** The transaction that it reverses; each can be reversed once. */
  readonly reversesId?: number;
};

/** Returns the number of decimals of an asset in the ledger, which does not depend on its minor unit. */
export function ledgerScale(assetId: string): number {
  return assetId.startsWith('iso4217:') || assetId.startsWith(VENUE_ASSET_PREFIX)
    ? LEDGER_FIAT_SCALE
    : LEDGER_CRYPTO_SCALE;
}

/** Prefix of assets that exist only at a venue, e.g. its own fee credits. */
export const VENUE_ASSET_PREFIX = 'venue:';

/** Returns two postings that move an amount from one account to another; none for zero. */
export function move(amount: Amount, from: Account, to: Account): Posting[] {
  const { asset, units } = debit(amount, to);
  return moveUnits(asset, units, from, to);
}

/** Returns one posting that debits the account, or credits it if the amount is negative. Other postings must balance it. */
export function debit({ asset, units }: Amount, account: Account): Posting {
  return { account, asset: asset.id, units: units * powerOfTen(ledgerScale(asset.id) - asset.decimals) };
}

/** As {@link move}, for a venue's decimal, which may be finer than the minor unit. Throws if it is finer than the ledger. */
export function moveDecimalValue(asset: Asset, value: Decimal, from: Account, to: Account): Posting[] {
  const scaled = rescale(value, ledgerScale(asset.id), 'down');
  if (
    rescale(scaled, Math.max(scaled.scale, value.scale), 'down').coefficient !==
    rescale(value, Math.max(scaled.scale, value.scale), 'down').coefficient
  ) {
    throw new RangeError(`value is finer than the ${ledgerScale(asset.id)} decimals of ${asset.id} in the ledger`);
  }
  return moveUnits(asset.id, scaled.coefficient, from, to);
}

/** Returns the same postings with inverted signs, to reverse a mistake or a chain reorganization. */
export function reversePostings(postings: readonly Posting[]): Posting[] {
  return postings.map((posting) => ({ ...posting, units: -posting.units }));
}

/** Throws unless every asset sums to zero, which only a programming error can cause. */
export function assertBalanced(entry: Entry): void {
  const sums = new Map<string, bigint>();
  for (const { asset, units } of entry.postings) sums.set(asset, (sums.get(asset) ?? 0n) + units);
  for (const [asset, sum] of sums) {
    if (sum !== 0n) throw new Error(`${entry.kind} ${entry.key} is off by ${sum} of ${asset}`);
  }
}

function moveUnits(asset: string, units: bigint, from: Account, to: Account): Posting[] {
  if (units === 0n) return [];
  return [
    { account: to, asset, units },
    { account: from, asset, units: -units },
  ];
}
