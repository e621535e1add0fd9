import type { Account } from '../../ledger/account.ts';
import { extractFact } from '../../ledger/entryKey.ts';
import type { Entry } from '../../ledger/posting.ts';
import type { Catalog } from '../../purchase/catalog/catalog.ts';
import { findCryptosOfCoin } from '../describeAsset.ts';
import type { Difference } from './differenceStore.ts';

/** Outcomes as which a difference may be booked. */
export type DifferenceOutcome = 'lost' | 'gained';

const DIFFERENCE_KEY_PREFIX = 'difference:';

/** Returns true if a posting is a row of its external account. Entries of differences are not: their rows are stored apart. */
export function isExternalAccountRow({ key }: { readonly key: string }): boolean {
  return !extractFact(key).startsWith(DIFFERENCE_KEY_PREFIX);
}

/** Returns the outcome by the difference's sign; undefined if its rows sum to zero. */
export function findDifferenceOutcome({ units }: Pick<Difference, 'units'>): DifferenceOutcome | undefined {
  return units === 0n ? undefined : units < 0n ? 'lost' : 'gained';
}

/**
 * Returns the entry that books a difference exactly, so that the ledger equals the external account. `by`: the request that
 * books it, since a difference may be booked, grow again, and be booked again. Pure.
 */
export function buildDifferenceEntry(
  catalog: Pick<Catalog, 'cryptos'>,
  { id, account, asset, units }: Pick<Difference, 'id' | 'account' | 'asset' | 'units'>,
  by: number,
): Entry {
  const booked = toLedgerAsset(catalog, asset);
  const counterAccount: Account = units < 0n ? 'expense:difference' : 'income:difference';
  return {
    kind: units < 0n ? 'difference_lost' : 'difference_gained',
    key: `${DIFFERENCE_KEY_PREFIX}${id}:${by}`,
    postings: [
      { account, asset: booked, units },
      { account: counterAccount, asset: booked, units: -units },
    ],
  };
}

/**
 * Returns the ledger's asset of a venue's coin: the native one, or the first. All other assets have the same name on both
 * sides.
 */
function toLedgerAsset(catalog: Pick<Catalog, 'cryptos'>, asset: string): string {
  const cryptos = findCryptosOfCoin(catalog, asset);
  return (cryptos.find(({ contract }) => contract === '') ?? cryptos[0])?.asset.id ?? asset;
}
