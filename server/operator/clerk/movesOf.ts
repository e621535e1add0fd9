import { exactUnits } from '../../ledger/exactUnits.ts';
import type { Posting } from '../../ledger/posting.ts';
import type { Catalog } from '../../purchase/catalog/catalog.ts';
import { describeAsset } from '../../reconciliation/describeAsset.ts';

/** What an entry moves, as docs/money.md writes it: `asset:bank +5.00 EUR · equity -5.00 EUR`. Exact. */
export function movesOf(catalog: Pick<Catalog, 'cryptos'>, postings: readonly Posting[]): string {
  const said = postings.map(({ account, asset, units }) => {
    const { code, decimals } = describeAsset(catalog, asset);
    return `${account} ${units > 0n ? '+' : ''}${exactUnits(units, asset, decimals)} ${code}`;
  });
  return said.join(' · ');
}
