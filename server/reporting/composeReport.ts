import { formatDecimal } from '@slipway/money/decimal.ts';
import { formatExactUnits } from '../ledger/formatExactUnits.ts';
import { formatCsv, formatTable } from '../platform/text/formatTable.ts';
import type { Figure } from './reportFigureStore.ts';

/** A report section with the figures that were read. */
export type Section = { readonly title: string; readonly figures: readonly Figure[] };

export type Report = { readonly text: string; readonly csv: string };

type Describe = (asset: string) => { readonly code: string; readonly decimals: number };

/** Formats a report as text and as CSV. Amounts are exact. Pure. */
export function composeReport(
  about: { readonly operator: string; readonly day: string; readonly sealedState: string | undefined },
  sections: readonly Section[],
  describe: Describe,
): Report {
  const parts = sections.map(({ title, figures }) => ({
    title,
    rows: figures.map((figure) => formatFigureRow(figure, describe)),
  }));
  const text = [
    `${about.operator}: daily report for ${about.day} (UTC)`,
    ...parts.map(({ title, rows }) => `${title}\n\n${rows.length === 0 ? '(none)' : formatTable(rows)}`),
    ...(about.sealedState === undefined ? [] : [`Audit trail\n\n${about.sealedState}`]),
  ].join('\n\n');
  const csv = formatCsv(
    parts.flatMap(({ title, rows }) => rows.map((row) => ({ day: about.day, section: title, ...row }))),
  );
  return { text: `${text}\n`, csv };
}

/** Formats a figure for a reader; its amount is empty if it has none. */
export function formatFigureRow({ item, count, asset, decimals, units }: Figure, describe: Describe) {
  const described = asset === null ? undefined : describe(asset);
  const amount =
    units === null || asset === null || !described
      ? ''
      : decimals === null
        ? formatExactUnits(units, asset, described.decimals)
        : formatDecimal({ coefficient: units, scale: decimals });
  return { item, count: count ?? '', amount, asset: described?.code ?? '' };
}
