import type { ReactNode } from 'react';
import { ScrollRegion } from '../../parts/tables/ScrollRegion.tsx';
import { formatGroupedDecimal, isZero } from '../../parts/values/formatGroupedDecimal.ts';
import { subtractDecimals } from './subtractDecimals.ts';

/** Current and new figures with their difference. */
export function ComparisonTable({ head, children }: { readonly head: string; readonly children: ReactNode }) {
  return (
    <ScrollRegion label={head}>
      <table className="catalog-figures">
        <thead>
          <tr>
            <th scope="col">{head}</th>
            <th scope="col">current</th>
            <th scope="col">new</th>
            <th scope="col">difference</th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </ScrollRegion>
  );
}

type AmountComparisonRowProps = {
  readonly label: string;
  readonly now: string | null;
  readonly next: string | null;
  readonly total?: boolean;
};

export function AmountComparisonRow({ label, now, next, total }: AmountComparisonRowProps) {
  const more = now === null || next === null ? undefined : subtractDecimals(next, now);
  const isSame = more === undefined || isZero(more);
  return (
    <tr data-total={total ? '' : undefined} data-same={isSame ? '' : undefined}>
      <th scope="row">{label}</th>
      <td>{now === null ? '–' : formatGroupedDecimal(now)}</td>
      <td>{next === null ? '–' : formatGroupedDecimal(next)}</td>
      <td>{isSame ? '–' : `${more.startsWith('-') ? '' : '+'}${formatGroupedDecimal(more)}`}</td>
    </tr>
  );
}

type TextComparisonRowProps = {
  readonly label: string;
  readonly now: string;
  readonly next: string;
  readonly isSame?: boolean;
  readonly total?: boolean;
};

export function TextComparisonRow({ label, now, next, isSame = now === next, total = false }: TextComparisonRowProps) {
  const step = Number(next) - Number(now);
  return (
    <tr data-total={total ? '' : undefined} data-same={isSame ? '' : undefined}>
      <th scope="row">{label}</th>
      <td>{now}</td>
      <td>{next}</td>
      <td>{isSame || Number.isNaN(step) ? '–' : `${step > 0 ? '+' : ''}${formatGroupedDecimal(String(step))}`}</td>
    </tr>
  );
}
