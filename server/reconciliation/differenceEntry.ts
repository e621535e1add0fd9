import type { Account } from '../ledger/account.ts';
import { factOf } from '../ledger/entryKey.ts';
import type { Entry } from '../ledger/posting.ts';
import type { Catalog } from '../purchase/catalog/catalog.ts';
import { cryptosOfCoin } from './describeAsset.ts';
import type { Difference } from './differenceStore.ts';

/** What a difference may be booked as. */
export type DifferenceOutcome = 'lost' | 'gained';

const FACT = 'difference:';

/** Whether a posting is a row of its place: what a difference was booked by is none, its rows are kept beside it. */
export function isRow({ key }: { readonly key: string }): boolean {
  return !factOf(key).startsWith(FACT);
}

/** What a difference is, by its sign; undefined where its rows sum to nothing. */
export function outcomeOfDifference({ units }: Pick<Difference, 'units'>): DifferenceOutcome | undefined {
  return units === 0n ? undefined : units < 0n ? 'lost' : 'gained';
}

/**
 * Books what a place has more or less, exactly: the ledger has it too then. `by`: the request by which it is booked, since one
 * difference may be booked, grow again, and be booked again. Pure.
 */
export function entryOfDifference(
  catalog: Pick<Catalog, 'cryptos'>,
  { id, account, asset, units }: Pick<Difference, 'id' | 'account' | 'asset' | 'units'>,
  by: number,
): Entry {
  const booked = assetInLedger(catalog, asset);
  const beside: Account = units < 0n ? 'expense:difference' : 'income:difference';
  return {
    kind: units < 0n ? 'difference_lost' : 'difference_gained',
    key: `${FACT}${id}:${by}`,
    postings: [
      { account, asset: booked, units },
      { account: beside, asset: booked, units: -units },
    ],
  };
}

/** A venue's coin as the ledger calls it: the native one, or the first; every other asset has the same name on both sides. */
function assetInLedger(catalog: Pick<Catalog, 'cryptos'>, asset: string): string {
  const cryptos = cryptosOfCoin(catalog, asset);
  return (cryptos.find(({ contract }) => contract === '') ?? cryptos[0])?.asset.id ?? asset;
}
