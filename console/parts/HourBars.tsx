import './charts.css';
import { AsTable } from './AsTable.tsx';
import { useChartCursor } from './useChartCursor.ts';

export type HourBar = {
  readonly hour: string;
  readonly value: number;
  /** As it is usual at this hour. */
  readonly usual?: number;
  /** The value as it is written: `4,120.00 EUR`. */
  readonly words: string;
  readonly usualWords?: string;
};

const WIDTH = 360;
const HEIGHT = 80;
const GAP = 4;
/** In the first hours of a day a bar is no wider than later ones. */
const LEAST_STEPS = 12;
/** Of fewer bars the two ends would meet. */
const BOTH_ENDS_FROM = 3;

/** Bars of today's hours in ink, the usual in dashes. From zero, always. The arrows go along them, and each is read aloud. */
export function HourBars({ bars, label }: { readonly bars: readonly HourBar[]; readonly label: string }) {
  const { at, onKeyDown } = useChartCursor(bars.length);
  const most = Math.max(1, ...bars.flatMap(({ value, usual }) => [value, usual ?? 0]));
  const step = WIDTH / Math.max(LEAST_STEPS, bars.length);
  const top = (value: number) => HEIGHT - (value / most) * (HEIGHT - 4);
  const usual = bars.flatMap((bar, index) =>
    bar.usual === undefined ? [] : [`${(index + 0.5) * step},${top(bar.usual)}`],
  );
  const hasUsual = bars.some(({ usualWords }) => usualWords !== undefined);
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
        {bars.length >= BOTH_ENDS_FROM && <span>{bars.at(-1)?.hour}</span>}
      </div>
      <output className="chart-said">{current ? wordsOf(current) : ''}</output>
      <AsTable
        label={label}
        heads={hasUsual ? ['Hour', 'Value', 'The usual'] : ['Hour', 'Value']}
        rows={bars.map(({ hour, words, usualWords }) => (hasUsual ? [hour, words, usualWords ?? '–'] : [hour, words]))}
      />
    </figure>
  );
}

function wordsOf({ hour, words, usualWords }: HourBar): string {
  return usualWords === undefined ? `${hour}: ${words}` : `${hour}: ${words}, the usual ${usualWords}`;
}
