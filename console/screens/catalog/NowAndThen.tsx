import type { ReactNode } from 'react';
import { isZero, moneyWords } from '../../parts/moneyWords.ts';
import { Scrolls } from '../../parts/Scrolls.tsx';
import { difference } from './difference.ts';

/** Figures as they are and as they would be, with what lies between. */
export function FigureTable({ head, children }: { readonly head: string; readonly children: ReactNode }) {
  return (
    <Scrolls label={head}>
      <table className="catalog-figures">
        <thead>
          <tr>
            <th scope="col">{head}</th>
            <th scope="col">now</th>
            <th scope="col">then</th>
            <th scope="col">difference</th>
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </Scrolls>
  );
}

type FiguresProps = {
  readonly label: string;
  readonly now: string | null;
  readonly next: string | null;
  readonly total?: boolean;
};

export function Figures({ label, now, next, total }: FiguresProps) {
  const more = now === null || next === null ? undefined : difference(next, now);
  const isSame = more === undefined || isZero(more);
  return (
    <tr data-total={total ? '' : undefined} data-same={isSame ? '' : undefined}>
      <th scope="row">{label}</th>
      <td>{now === null ? '–' : moneyWords(now)}</td>
      <td>{next === null ? '–' : moneyWords(next)}</td>
      <td>{isSame ? '–' : `${more.startsWith('-') ? '' : '+'}${moneyWords(more)}`}</td>
    </tr>
  );
}

type WordsProps = {
  readonly label: string;
  readonly now: string;
  readonly next: string;
  readonly isSame?: boolean;
  readonly total?: boolean;
};

export function Words({ label, now, next, isSame = now === next, total = false }: WordsProps) {
  const step = Number(next) - Number(now);
  return (
    <tr data-total={total ? '' : undefined} data-same={isSame ? '' : undefined}>
      <th scope="row">{label}</th>
      <td>{now}</td>
      <td>{next}</td>
      <td>{isSame || Number.isNaN(step) ? '–' : `${step > 0 ? '+' : ''}${moneyWords(String(step))}`}</td>
    </tr>
  );
}
