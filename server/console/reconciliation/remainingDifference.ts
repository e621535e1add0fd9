import type { Posting } from '../../ledger/posting.ts';
import type { Catalog } from '../../purchase/catalog/catalog.ts';
import { toVenueAsset } from '../../reconciliation/describeAsset.ts';
import type { Difference } from '../../reconciliation/differences/differenceStore.ts';
import { computeDifferenceGap } from '../../reconciliation/externalBalances.ts';

type ComparedDifference = Pick<Difference, 'place' | 'account' | 'asset' | 'rows' | 'restUnits'>;

/** Returns how much an entry changes the ledger's balance to which the difference belongs. Pure. */
export function computeBalanceChange(
  catalog: Pick<Catalog, 'cryptos'>,
  { place, account, asset }: ComparedDifference,
  postings: readonly Posting[],
): bigint {
  const toComparedAsset = (id: string) => (place.startsWith('venue:') ? toVenueAsset(catalog, id) : id);
  return postings.reduce(
    (sum, line) => (line.account === account && toComparedAsset(line.asset) === asset ? sum + line.units : sum),
    0n,
  );
}

/** Returns the difference (external account minus ledger) that remains after an entry is posted. Pure. */
export function computeRemainingDifference(
  catalog: Pick<Catalog, 'cryptos'>,
  difference: ComparedDifference,
  postings: readonly Posting[],
): bigint {
  return computeDifferenceGap(difference) - computeBalanceChange(catalog, difference, postings);
}
