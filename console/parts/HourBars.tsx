/* oxlint-disable jsx-a11y/prefer-tag-over-role -- drawn by the page itself, from what it knows: no picture is fetched */
import './charts.css';
import { AsTable } from './AsTable.tsx';

export type HourBar = {
  readonly hour: string;
  readonly value: number;
  /** As it is usual at this hour. */
  readonly usual?: number;
  /** The value as it is written: `4,120.00 EUR`. */
  readonly words: string;
};

const WIDTH = 360;
const HEIGHT = 80;
const GAP = 4;

/** Bars of today's hours in ink, the usual in dashes. From zero, always. */
export function HourBars({ bars, label }: { readonly bars: readonly HourBar[]; readonly label: string }) {
  const most = Math.max(1, ...bars.flatMap(({ value, usual }) => [value, usual ?? 0]));
  const step = WIDTH / Math.max(1, bars.length);
  const top = (value: number) => HEIGHT - (value / most) * (HEIGHT - 4);
  const usual = bars.flatMap((bar, index) =>
    bar.usual === undefined ? [] : [`${(index + 0.5) * step},${top(bar.usual)}`],
  );
  return (
    <figure className="chart">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
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
      <div className="chart-ends" aria-hidden="true">
        <span>{bars[0]?.hour}</span>
        <span>{bars.at(-1)?.hour}</span>
      </div>
      <AsTable label={label} heads={['Hour', 'Value']} rows={bars.map(({ hour, words }) => [hour, words])} />
    </figure>
  );
}
