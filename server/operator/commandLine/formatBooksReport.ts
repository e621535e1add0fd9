import { formatExactUnits } from '../../ledger/formatExactUnits.ts';
import { listHalts } from '../../ledger/haltStore.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Catalog } from '../../purchase/catalog/catalog.ts';
import { describeAsset } from '../../reconciliation/describeAsset.ts';
import { type Difference, findUnclearedDifferences } from '../../reconciliation/differences/differenceStore.ts';
import { buildHaltReason } from '../../reconciliation/differences/recordDifference.ts';
import { listExternalAccountStates, listOpenings } from '../../reconciliation/externalAccountStore.ts';
import { formatTable, type TableRow } from '../tables/formatTable.ts';

const MOST_ROWS = 50;

/** Returns a report of every place that is compared with the ledger, the differences, and the halts that they cause. */
export async function formatBooksReport(
  database: Database,
  catalog: Catalog,
  only: string | undefined,
): Promise<string> {
  const [places, openings, standing, halts] = await Promise.all([
    listExternalAccountStates(database),
    listOpenings(database),
    findUnclearedDifferences(database),
    listHalts(database),
  ]);
  const isMeant = ({ asset }: { readonly asset: string }) =>
    only === undefined || only === asset || only === describeAsset(catalog, asset).code;
  const differences = standing.filter(isMeant);
  const scopesOf = ({ id }: Difference) =>
    halts.flatMap(({ scope, reason }) => (reason === buildHaltReason(id) ? [scope] : []));
  return [
    formatTable(
      places.map(({ place, begunAt, readAt, failures, failure }) => ({
        place,
        'compared since': begunAt,
        'read at': readAt,
        'failed since': failures === 0 ? '' : `${failures}: ${failure ?? ''}`,
      })),
    ),
    `Opening balances:\n${formatTable(
      openings.filter(isMeant).map(({ place, asset, units }) => {
        const { code, decimals } = describeAsset(catalog, asset);
        return { place, asset: code, opening: formatExactUnits(units, asset, decimals) };
      }),
    )}`,
    differences.length === 0
      ? 'No difference.'
      : formatTable(differences.map((each) => lineOf(catalog, each, scopesOf(each)))),
    ...differences.flatMap((difference) => rowsOf(catalog, difference)),
  ].join('\n\n');
}

function lineOf(catalog: Catalog, difference: Difference, scopes: readonly string[]): TableRow {
  const say = createUnitFormatter(catalog, difference);
  return {
    difference: difference.id,
    place: difference.place,
    asset: describeAsset(catalog, difference.asset).code,
    state: difference.state,
    'account has more': say(difference.units),
    'of it unexplained': say(difference.restUnits),
    'pending until': difference.pendingUntil,
    since: difference.openedAt,
    halts: scopes.join(', '),
    'accepted by': difference.acceptedBy,
  };
}

function rowsOf(catalog: Catalog, difference: Difference): string[] {
  if (difference.rows.length === 0) return [];
  const say = createUnitFormatter(catalog, difference);
  const shown = difference.rows.slice(0, MOST_ROWS);
  const more = difference.rows.length - shown.length;
  return [
    `Rows of difference ${difference.id}${more > 0 ? `, and ${more} more` : ''}:\n${formatTable(
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

function createUnitFormatter(catalog: Catalog, { asset }: Difference): (units: bigint) => string {
  const { decimals } = describeAsset(catalog, asset);
  return (units) => formatExactUnits(units, asset, decimals);
}
