import type { Account } from '../../ledger/account.ts';
import { type Halt, listHalts } from '../../ledger/haltStore.ts';
import { balances } from '../../ledger/ledgerStore.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Catalog } from '../../purchase/catalog/catalog.ts';
import { gapOf } from '../../reconciliation/compare.ts';
import { comparedAtVenue } from '../../reconciliation/describeAsset.ts';
import { type Difference, standingDifferences } from '../../reconciliation/differenceStore.ts';
import { type KnownPlace, listOpenings, listPlaces, type Opening } from '../../reconciliation/placeStore.ts';
import { reasonOf } from '../../reconciliation/settleDifference.ts';
import { type PostedSince, postedSinceRead } from './postedSinceStore.ts';

/** One asset at one place, in the ledger's digits. */
export type PlaceLine = {
  readonly asset: string;
  /** When the place was read, with what lay there before the books began. */
  readonly ledger: bigint;
  /** What the place has more, as it was last compared: rows that have their time are in it. */
  readonly gap: bigint;
  readonly difference: Difference | undefined;
};

export type PlaceFigure = KnownPlace & { readonly lines: readonly PlaceLine[] };

export type StandingDifference = Difference & { readonly halts: readonly Halt[] };

/** What every place holds by the ledger and by its own word, and where the two differ. */
export async function placesFigure(
  database: Queryable,
  catalog: Pick<Catalog, 'cryptos'>,
): Promise<{ readonly places: readonly PlaceFigure[]; readonly differences: readonly StandingDifference[] }> {
  const [places, openings, standing, halts, ledger, since] = await Promise.all([
    listPlaces(database),
    listOpenings(database),
    standingDifferences(database),
    listHalts(database),
    balances(database),
    postedSinceRead(database),
  ]);
  return {
    places: places.map((place) => ({
      ...place,
      lines: linesOf(place.place, { catalog, openings, standing, ledger, since }),
    })),
    differences: standing.map((difference) => ({
      ...difference,
      halts: halts.filter(({ reason }) => reason === reasonOf(difference.id)),
    })),
  };
}

type Sources = {
  readonly catalog: Pick<Catalog, 'cryptos'>;
  readonly openings: readonly Opening[];
  readonly standing: readonly Difference[];
  readonly ledger: Awaited<ReturnType<typeof balances>>;
  readonly since: readonly PostedSince[];
};

/** Whose account a place is, by the kind that its id begins with. */
const ACCOUNTS: Readonly<Record<string, Account>> = {
  acquirer: 'asset:acquirer',
  bank: 'asset:bank',
  venue: 'asset:venue',
  chain: 'asset:wallet',
};

function linesOf(place: string, { catalog, openings, standing, ledger, since }: Sources): readonly PlaceLine[] {
  const [kind = ''] = place.split(':');
  const sums = new Map<string, bigint>();
  const enter = (asset: string, units: bigint) => sums.set(asset, (sums.get(asset) ?? 0n) + units);
  const enterOwn = (account: Account, asset: string, units: bigint) => {
    if (account === ACCOUNTS[kind] && isAt(place, kind, asset)) enter(comparedAs(catalog, kind, asset), units);
  };
  for (const { account, asset, units } of ledger) enterOwn(account, asset, units);
  // The place has not been asked about what came later.
  for (const later of since) if (later.place === place) enterOwn(later.account, later.asset, -later.units);
  for (const opening of openings) if (opening.place === place) enter(opening.asset, opening.units);
  const differing = standing.filter((difference) => difference.place === place);
  for (const { asset } of differing) enter(asset, 0n);
  return [...sums]
    .map(([asset, units]) => {
      const difference = differing.find((one) => one.asset === asset);
      return { asset, ledger: units, gap: difference ? gapOfDifference(difference) : 0n, difference };
    })
    .filter(({ ledger: units, difference }) => units !== 0n || difference)
    .toSorted((a, b) => a.asset.localeCompare(b.asset));
}

/** All that a place has more, what has its time still included. */
export function gapOfDifference({ rows, restUnits }: Pick<Difference, 'rows' | 'restUnits'>): bigint {
  return gapOf(rows) + restUnits;
}

/** Coins of a wallet lie on the chain that their name begins with. */
function isAt(place: string, kind: string, asset: string): boolean {
  return kind !== 'chain' || asset.startsWith(`${place.slice('chain:'.length)}/`);
}

/** A venue keeps one balance of a coin, on whichever networks it is delivered. */
function comparedAs(catalog: Sources['catalog'], kind: string, asset: string): string {
  return kind === 'venue' ? comparedAtVenue(catalog, asset) : asset;
}
