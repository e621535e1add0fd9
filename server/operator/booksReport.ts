import { exactUnits } from '../ledger/exactUnits.ts';
import { listHalts } from '../ledger/haltStore.ts';
import type { Database } from '../platform/database/database.ts';
import type { Catalog } from '../purchase/catalog/catalog.ts';
import { describeAsset } from '../reconciliation/describeAsset.ts';
import { type Difference, standingDifferences } from '../reconciliation/differenceStore.ts';
import { listOpenings, listPlaces } from '../reconciliation/placeStore.ts';
import { reasonOf } from '../reconciliation/settleDifference.ts';
import { printTable, type TableRow } from './printTable.ts';

const MOST_ROWS = 50;

/** Every place that is compared with the ledger, where they do not agree, and what has stopped for it. */
export async function booksReport(database: Database, catalog: Catalog, only: string | undefined): Promise<string> {
  const [places, openings, standing, halts] = await Promise.all([
    listPlaces(database),
    listOpenings(database),
    standingDifferences(database),
    listHalts(database),
  ]);
  const isMeant = ({ asset }: { readonly asset: string }) =>
    only === undefined || only === asset || only === describeAsset(catalog, asset).code;
  const differences = standing.filter(isMeant);
  const scopesOf = ({ id }: Difference) =>
    halts.flatMap(({ scope, reason }) => (reason === reasonOf(id) ? [scope] : []));
  return [
    printTable(
      places.map(({ place, begunAt, readAt, failures, failure }) => ({
        place,
        'compared since': begunAt,
        'read at': readAt,
        'failed since': failures === 0 ? '' : `${failures}: ${failure ?? ''}`,
      })),
    ),
    `What lay there when it began:\n${printTable(
      openings.filter(isMeant).map(({ place, asset, units }) => {
        const { code, decimals } = describeAsset(catalog, asset);
        return { place, asset: code, opening: exactUnits(units, asset, decimals) };
      }),
    )}`,
    differences.length === 0
      ? 'No difference.'
      : printTable(differences.map((each) => lineOf(catalog, each, scopesOf(each)))),
    ...differences.flatMap((difference) => rowsOf(catalog, difference)),
  ].join('\n\n');
}

function lineOf(catalog: Catalog, difference: Difference, scopes: readonly string[]): TableRow {
  const say = sayerOf(catalog, difference);
  return {
    difference: difference.id,
    place: difference.place,
    asset: describeAsset(catalog, difference.asset).code,
    state: difference.state,
    'place has more': say(difference.units),
    'of it unexplained': say(difference.restUnits),
    'pending until': difference.pendingUntil,
    since: difference.openedAt,
    halts: scopes.join(', '),
    'accepted by': difference.acceptedBy,
  };
}

function rowsOf(catalog: Catalog, difference: Difference): string[] {
  if (difference.rows.length === 0) return [];
  const say = sayerOf(catalog, difference);
  const shown = difference.rows.slice(0, MOST_ROWS);
  const more = difference.rows.length - shown.length;
  return [
    `Rows of difference ${difference.id}${more > 0 ? `, and ${more} more` : ''}:\n${printTable(
      shown.map(({ id, fault, here, there, overdue, firstSeen }) => ({
        id,
        fault,
        ledger: say(here),
        place: say(there),
        overdue: overdue ? 'yes' : 'no',
        'first seen': firstSeen,
      })),
    )}`,
  ];
}

function sayerOf(catalog: Catalog, { asset }: Difference): (units: bigint) => string {
  const { decimals } = describeAsset(catalog, asset);
  return (units) => exactUnits(units, asset, decimals);
}
