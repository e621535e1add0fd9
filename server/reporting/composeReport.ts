import { formatDecimal } from '@slipway/money/decimal.ts';
import { exactUnits } from '../ledger/exactUnits.ts';
import { printCsv, printTable } from '../operator/printTable.ts';
import type { Figure } from './dayFigureStore.ts';

/** A section as its figures were read. */
export type Section = { readonly title: string; readonly figures: readonly Figure[] };

export type Report = { readonly text: string; readonly csv: string };

type Describe = (asset: string) => { readonly code: string; readonly decimals: number };

/** A report for people to read, and the same for a spreadsheet. Amounts are exact. Pure. */
export function composeReport(
  about: { readonly operator: string; readonly day: string; readonly history: string | undefined },
  sections: readonly Section[],
  describe: Describe,
): Report {
  const parts = sections.map(({ title, figures }) => ({
    title,
    rows: figures.map((figure) => figureRow(figure, describe)),
  }));
  const text = [
    `${about.operator}: the report of ${about.day} (UTC)`,
    ...parts.map(({ title, rows }) => `${title}\n\n${rows.length === 0 ? '(none)' : printTable(rows)}`),
    ...(about.history === undefined ? [] : [`The history of what persons decided\n\n${about.history}`]),
  ].join('\n\n');
  const csv = printCsv(
    parts.flatMap(({ title, rows }) => rows.map((row) => ({ day: about.day, section: title, ...row }))),
  );
  return { text: `${text}\n`, csv };
}

/** A figure as people read it; its amount is empty where it has none. */
export function figureRow({ item, count, asset, decimals, units }: Figure, describe: Describe) {
  const described = asset === null ? undefined : describe(asset);
  const amount =
    units === null || asset === null || !described
      ? ''
      : decimals === null
        ? exactUnits(units, asset, described.decimals)
        : formatDecimal({ coefficient: units, scale: decimals });
  return { item, count: count ?? '', amount, asset: described?.code ?? '' };
}
