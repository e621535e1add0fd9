import { formatExactUnits } from '../../ledger/formatExactUnits.ts';
import type { Posting } from '../../ledger/posting.ts';
import type { Catalog } from '../../purchase/catalog/catalog.ts';
import { describeAsset } from '../describeAsset.ts';

/** Formats postings exactly, as in docs/money.md: `asset:bank +5.00 EUR · equity -5.00 EUR`. */
export function formatPostings(catalog: Pick<Catalog, 'cryptos'>, postings: readonly Posting[]): string {
  const lines = postings.map(({ account, asset, units }) => {
    const { code, decimals } = describeAsset(catalog, asset);
    return `${account} ${units > 0n ? '+' : ''}${formatExactUnits(units, asset, decimals)} ${code}`;
  });
  return lines.join(' · ');
}
