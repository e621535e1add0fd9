/** Returns a bar's length relative to the longest one, only for drawing. */
function computeBarLength(value: number, most: number): string {
  if (most <= 0 || value <= 0) return '0%';
  return `${Math.max(0.5, Math.min(100, (value / most) * 100)).toFixed(2)}%`;
}

/* oxlint-disable jsx-a11y/prefer-tag-over-role -- drawn with elements: there is no image file */
import type { ReactNode } from 'react';
import { ChartTable } from '../../parts/charts/ChartTable.tsx';

export type Bar = {
  readonly id: string;
  readonly title: string;
  /** Determines only the length; `shown` has the exact figure. */
  readonly value: number;
  readonly label: string;
  readonly shown: ReactNode;
  /** `fact` is added (solid), `cost` subtracted (hatched), `left` the result (blue), `lost` a negative result. */
  readonly tone?: 'fact' | 'cost' | 'left' | 'lost';
  /** Opens the details. */
  readonly onOpen?: () => void;
  readonly isOpen?: boolean;
};

type BarChartProps = {
  readonly label: string;
  readonly heads: readonly [string, string];
  readonly bars: readonly Bar[];
};

/** Steps one below the other, each with a bar from zero and its figure. */
export function BarChart({ label, heads, bars }: BarChartProps) {
  const most = Math.max(0, ...bars.map(({ value }) => Math.abs(value)));
  return (
    <figure className="reports-bars">
      <figcaption className="unseen">{label}</figcaption>
      <ul>
        {bars.map(({ id, title, value, shown, tone = 'fact', onOpen, isOpen }) => {
          const content = (
            <>
              <span className="reports-bar-title">{title}</span>
              <span className="reports-bar-track" aria-hidden="true">
                <i data-tone={tone} style={{ inlineSize: computeBarLength(Math.abs(value), most) }} />
              </span>
              <span className="reports-bar-figure">{shown}</span>
            </>
          );
          return (
            <li key={id} data-tone={tone}>
              {onOpen ? (
                <button type="button" className="reports-bar" aria-expanded={isOpen ?? false} onClick={onOpen}>
                  {content}
                </button>
              ) : (
                <span className="reports-bar">{content}</span>
              )}
            </li>
          );
        })}
      </ul>
      <ChartTable label={label} heads={heads} rows={bars.map(({ title, label: valueLabel }) => [title, valueLabel])} />
    </figure>
  );
}
