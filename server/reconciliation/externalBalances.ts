import type { Account } from '../ledger/account.ts';
import { type Halt, listHalts } from '../ledger/haltStore.ts';
import { readLedgerBalances } from '../ledger/ledgerStore.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { Catalog } from '../purchase/catalog/catalog.ts';
import { sumRowGaps } from './compareSides.ts';
import { toVenueAsset } from './describeAsset.ts';
import { type Difference, findUnclearedDifferences } from './differences/differenceStore.ts';
import { buildHaltReason } from './differences/recordDifference.ts';
import {
  type ExternalAccountState,
  listExternalAccountStates,
  listOpenings,
  type Opening,
} from './externalAccountStore.ts';
import { type PostingsSinceRead, sumPostingsSinceRead } from './postingsSinceReadStore.ts';

/** One asset at one external account, in the ledger's scale. */
export type ExternalBalance = {
  readonly asset: string;
  /** The ledger's balance when the external account was read, with the opening balance. */
  readonly ledger: bigint;
  /** How much more the external account has than the ledger, at the last comparison, including pending rows. */
  readonly gap: bigint;
  readonly difference: Difference | undefined;
};

export type ExternalAccountBalances = ExternalAccountState & { readonly lines: readonly ExternalBalance[] };

export type DifferenceWithHalts = Difference & { readonly halts: readonly Halt[] };

/** Returns the balances of every external account, by the ledger and as reported, with the differences. */
export async function readExternalBalances(
  database: Queryable,
  catalog: Pick<Catalog, 'cryptos'>,
): Promise<{
  readonly places: readonly ExternalAccountBalances[];
  readonly openings: readonly Opening[];
  readonly differences: readonly DifferenceWithHalts[];
}> {
  const [places, openings, uncleared, halts, ledger, since] = await Promise.all([
    listExternalAccountStates(database),
    listOpenings(database),
    findUnclearedDifferences(database),
    listHalts(database),
    readLedgerBalances(database),
    sumPostingsSinceRead(database),
  ]);
  return {
    places: places.map((place) => ({
      ...place,
      lines: listLines(place.place, { catalog, openings, uncleared, ledger, postingsSinceRead: since }),
    })),
    openings,
    differences: uncleared.map((difference) => ({
      ...difference,
      halts: halts.filter(({ reason }) => reason === buildHaltReason(difference.id)),
    })),
  };
}

type Sources = {
  readonly catalog: Pick<Catalog, 'cryptos'>;
  readonly openings: readonly Opening[];
  readonly uncleared: readonly Difference[];
  readonly ledger: Awaited<ReturnType<typeof readLedgerBalances>>;
  readonly postingsSinceRead: readonly PostingsSinceRead[];
};

/** Ledger account by the kind of external account. */
const ACCOUNTS: Readonly<Record<string, Account>> = {
  acquirer: 'asset:acquirer',
  bank: 'asset:bank',
  venue: 'asset:venue',
  chain: 'asset:wallet',
};

function listLines(
  place: string,
  { catalog, openings, uncleared, ledger, postingsSinceRead: since }: Sources,
): readonly ExternalBalance[] {
  const [kind = ''] = place.split(':');
  const sums = new Map<string, bigint>();
  const addUnits = (asset: string, units: bigint) => sums.set(asset, (sums.get(asset) ?? 0n) + units);
  const addPosting = (account: Account, asset: string, units: bigint) => {
    if (account === ACCOUNTS[kind] && isAssetAt(place, kind, asset))
      addUnits(toComparedAsset(catalog, kind, asset), units);
  };
  for (const { account, asset, units } of ledger) addPosting(account, asset, units);
  // Exclude postings since the external account was last read.
  for (const later of since) if (later.place === place) addPosting(later.account, later.asset, -later.units);
  for (const opening of openings) if (opening.place === place) addUnits(opening.asset, opening.units);
  const differing = uncleared.filter((difference) => difference.place === place);
  for (const { asset } of differing) addUnits(asset, 0n);
  return [...sums]
    .map(([asset, units]) => {
      const difference = differing.find((one) => one.asset === asset);
      return { asset, ledger: units, gap: difference ? computeDifferenceGap(difference) : 0n, difference };
    })
    .filter(({ ledger: units, difference }) => units !== 0n || difference)
    .toSorted((a, b) => a.asset.localeCompare(b.asset));
}

/** Returns the total difference, including pending rows. */
export function computeDifferenceGap({ rows, restUnits }: Pick<Difference, 'rows' | 'restUnits'>): bigint {
  return sumRowGaps(rows) + restUnits;
}

/** Returns whether an asset is at an external account: a wallet's coins are on the chain that prefixes their id. */
function isAssetAt(place: string, kind: string, asset: string): boolean {
  return kind !== 'chain' || asset.startsWith(`${place.slice('chain:'.length)}/`);
}

/** Returns the asset as it is compared: a venue has one balance per coin for all networks. */
function toComparedAsset(catalog: Sources['catalog'], kind: string, asset: string): string {
  return kind === 'venue' ? toVenueAsset(catalog, asset) : asset;
}
