import type { Database } from '../../platform/database/database.ts';
import { formatTable, type TableRow } from '../../platform/text/formatTable.ts';
import type { Catalog } from '../../purchase/catalog/catalog.ts';
import { describeAsset } from '../../reconciliation/describeAsset.ts';
import {
  computeDifferenceGap,
  type DifferenceWithHalts,
  readExternalBalances,
} from '../../reconciliation/externalBalances.ts';
import { formatLedgerUnits } from '../../reconciliation/formatUnits.ts';

const MOST_ROWS = 50;

/**
 * Returns the report of the console's page Reconciliation: every external account that is compared with the ledger, with its
 * balances; the differences, and the halts that they cause. Also lists the opening balances. `only`: an asset or its code, to
 * leave out all others.
 */
export async function formatBooksReport(
  database: Database,
  catalog: Catalog,
  only: string | undefined,
): Promise<string> {
  const { places, openings, differences: all } = await readExternalBalances(database, catalog);
  const isSelected = ({ asset }: { readonly asset: string }) =>
    only === undefined || only === asset || only === describeAsset(catalog, asset).code;
  const differences = all.filter(isSelected);
  return [
    formatTable(
      places.map(({ place, begunAt, readAt, failures, failure }) => ({
        place,
        'compared since': begunAt,
        'read at': readAt,
        failures: failures === 0 ? '' : `${failures}: ${failure ?? ''}`,
      })),
    ),
    `Balances:\n${formatTable(
      places.flatMap(({ place, lines }) =>
        lines.filter(isSelected).map(({ asset, ledger, gap }) => ({
          place,
          asset: describeAsset(catalog, asset).code,
          ledger: formatLedgerUnits(catalog, asset, ledger),
          account: formatLedgerUnits(catalog, asset, ledger + gap),
        })),
      ),
    )}`,
    `Opening balances:\n${formatTable(
      openings.filter(isSelected).map(({ place, asset, units }) => ({
        place,
        asset: describeAsset(catalog, asset).code,
        opening: formatLedgerUnits(catalog, asset, units),
      })),
    )}`,
    differences.length === 0
      ? 'No difference.'
      : formatTable(differences.map((each) => buildDifferenceRow(catalog, each))),
    ...differences.flatMap((difference) => formatRowTable(catalog, difference)),
  ].join('\n\n');
}

function buildDifferenceRow(catalog: Catalog, difference: DifferenceWithHalts): TableRow {
  const { id, place, asset, state, restUnits, pendingUntil, openedAt, halts, acceptedBy } = difference;
  return {
    difference: id,
    place,
    asset: describeAsset(catalog, asset).code,
    state,
    'account has more': formatLedgerUnits(catalog, asset, computeDifferenceGap(difference)),
    'unexplained part': formatLedgerUnits(catalog, asset, restUnits),
    'pending until': pendingUntil,
    since: openedAt,
    halts: halts.map(({ scope }) => scope).join(', '),
    'accepted by': acceptedBy,
  };
}

function formatRowTable(catalog: Catalog, { id: difference, asset, rows }: DifferenceWithHalts): string[] {
  if (rows.length === 0) return [];
  const shown = rows.slice(0, MOST_ROWS);
  return [
    `Rows of difference ${difference}${rows.length > MOST_ROWS ? ` (the first ${MOST_ROWS} of ${rows.length})` : ''}:\n${formatTable(
      shown.map(({ id, fault, here, there, overdue, firstSeen }) => ({
        id,
        fault,
        ledger: formatLedgerUnits(catalog, asset, here),
        place: formatLedgerUnits(catalog, asset, there),
        overdue: overdue ? 'yes' : 'no',
        'first seen': firstSeen,
      })),
    )}`,
  ];
}
