import type { Posting } from '../../ledger/posting.ts';
import type { Catalog } from '../../purchase/catalog/catalog.ts';
import { comparedAtVenue } from '../../reconciliation/describeAsset.ts';
import type { Difference } from '../../reconciliation/differenceStore.ts';
import { gapOfDifference } from '../figures/places.ts';

type Counted = Pick<Difference, 'place' | 'account' | 'asset' | 'rows' | 'restUnits'>;

/** What an entry adds to what the ledger has where a difference is. Pure. */
export function movedBy(
  catalog: Pick<Catalog, 'cryptos'>,
  { place, account, asset }: Counted,
  postings: readonly Posting[],
): bigint {
  const compared = (id: string) => (place.startsWith('venue:') ? comparedAtVenue(catalog, id) : id);
  return postings.reduce(
    (sum, line) => (line.account === account && compared(line.asset) === asset ? sum + line.units : sum),
    0n,
  );
}

/** What the place has more than the ledger once an entry is posted. Pure. */
export function leftAfter(
  catalog: Pick<Catalog, 'cryptos'>,
  difference: Counted,
  postings: readonly Posting[],
): bigint {
  return gapOfDifference(difference) - movedBy(catalog, difference, postings);
}
