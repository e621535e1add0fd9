import './charts.css';
import { ChartTable } from './ChartTable.tsx';
import { useChartCursor } from './useChartCursor.ts';

export type HourBar = {
  readonly hour: string;
  readonly value: number;
  /** Usual value at this hour. */
  readonly usual?: number;
  /** The formatted value: `4,120.00 EUR`. */
  readonly label: string;
  readonly usualLabel?: string;
};

const WIDTH = 360;
const HEIGHT = 80;
const GAP = 4;
/** Limits the width of bars in the first hours of a day. */
const MIN_STEPS = 12;
/** With fewer bars the two end labels would overlap. */
const MIN_BARS_FOR_END_LABELS = 3;

/**
 * Bars of today's hours with the usual value as a dashed line, always from zero. Arrow keys move between bars, and each
 * is read aloud.
 */
export function HourBars({ bars, label }: { readonly bars: readonly HourBar[]; readonly label: string }) {
  const { at, onKeyDown } = useChartCursor(bars.length);
  const maxValue = Math.max(1, ...bars.flatMap(({ value, usual }) => [value, usual ?? 0]));
  const step = WIDTH / Math.max(MIN_STEPS, bars.length);
  const top = (value: number) => HEIGHT - (value / maxValue) * (HEIGHT - 4);
  const usual = bars.flatMap((bar, index) =>
    bar.usual === undefined ? [] : [`${(index + 0.5) * step},${top(bar.usual)}`],
  );
  const hasUsual = bars.some(({ usualLabel }) => usualLabel !== undefined);
  const current = at === undefined ? undefined : bars[at];
  return (
    <figure className="chart">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions -- its cursor is moved by keys */}
      <div role="application" aria-label={label} tabIndex={0} onKeyDown={onKeyDown}>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          {at !== undefined && <rect className="chart-cursor" x={at * step} y={0} width={step} height={HEIGHT} />}
          {bars.map(({ hour, value }, index) => (
            <rect
              key={hour}
              className="chart-bar"
              x={index * step + GAP / 2}
              y={top(value)}
              width={Math.max(1, step - GAP)}
              height={HEIGHT - top(value)}
              rx="2"
            />
          ))}
          {usual.length > 1 && <polyline className="chart-usual" points={usual.join(' ')} />}
        </svg>
      </div>
      <div className="chart-ends" aria-hidden="true" style={{ inlineSize: `${((bars.length * step) / WIDTH) * 100}%` }}>
        <span>{bars[0]?.hour}</span>
        {bars.length >= MIN_BARS_FOR_END_LABELS && <span>{bars.at(-1)?.hour}</span>}
      </div>
      <output className="chart-said">{current ? formatHourBar(current) : ''}</output>
      <ChartTable
        label={label}
        heads={hasUsual ? ['Hour', 'Value', 'Usual'] : ['Hour', 'Value']}
        rows={bars.map(({ hour, label: valueLabel, usualLabel }) =>
          hasUsual ? [hour, valueLabel, usualLabel ?? '–'] : [hour, valueLabel],
        )}
      />
    </figure>
  );
}

function formatHourBar({ hour, label: valueLabel, usualLabel }: HourBar): string {
  return usualLabel === undefined ? `${hour}: ${valueLabel}` : `${hour}: ${valueLabel}, usual ${usualLabel}`;
}
