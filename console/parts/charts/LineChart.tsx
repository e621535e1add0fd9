import 'uplot/dist/uPlot.min.css';
import './charts.css';
import './lineChart.css';
import { useEffect, useRef } from 'react';
import UPlot from 'uplot';
import { formatClockTime, formatUtcDeadline } from '../time/formatUtcTime.ts';
import { ChartTable } from './ChartTable.tsx';
import { findIsolatedPoints } from './findIsolatedPoints.ts';
import { useChartCursor } from './useChartCursor.ts';

export type ChartLine = {
  readonly title: string;
  /** One for each time; null if unknown. Used only for drawing; `labels` are read aloud. */
  readonly values: readonly (number | null)[];
  readonly labels: readonly string[];
  /** `fact`: solid; `forecast` or a usual value: dashed; `chosen`, the selected option: dashed blue; `bound`, a limit: dotted. */
  readonly kind: 'fact' | 'forecast' | 'chosen' | 'bound';
};

type LineChartProps = {
  /** Accessible description: "Ether in the wallet: 2.9025 now; nothing is free at 16:55". */
  readonly label: string;
  /** Times in ms, ascending. Pass the same arrays until they change. */
  readonly times: readonly number[];
  readonly lines: readonly ChartLine[];
  readonly height?: number;
};

const HALF_DAY_S = 12 * 60 * 60;
const COLORS = { fact: '--ink', forecast: '--ink', chosen: '--tide', bound: '--warn' } as const;

/** Lines over time, in UTC and from zero. Arrow keys move the cursor, and its values are read aloud. */
export function LineChart({ label, times, lines, height = 150 }: LineChartProps) {
  const box = useRef<HTMLDivElement>(null);
  const plot = useRef<UPlot>(null);
  const { at, onKeyDown } = useChartCursor(times.length);
  useEffect(() => {
    const target = box.current;
    if (!target) return undefined;
    const drawn = drawChart(target, times, lines, height);
    plot.current = drawn;
    const observer = new ResizeObserver(() => drawn.setSize({ width: target.clientWidth, height }));
    observer.observe(target);
    return () => {
      observer.disconnect();
      drawn.destroy();
    };
  }, [times, lines, height]);
  useEffect(() => {
    const left = at === undefined ? -1 : (plot.current?.valToPos((times[at] ?? 0) / 1000, 'x') ?? -1);
    plot.current?.setCursor({ left, top: left < 0 ? -1 : 10 });
  }, [at, times]);
  const formatValues = (index: number) =>
    lines.map(({ title, labels }) => `${title} ${labels[index] ?? '–'}`).join(', ');
  return (
    <figure className="line-chart">
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions -- its cursor is moved by keys */}
      <div ref={box} role="application" aria-label={label} tabIndex={0} onKeyDown={onKeyDown} />
      <output className="chart-said">
        {at === undefined ? '' : `${formatCursorTime(times[at])}: ${formatValues(at)}`}
      </output>
      <ChartTable
        label={label}
        heads={['Time, UTC', ...lines.map(({ title }) => title)]}
        rows={times.map((time, index) => [formatCursorTime(time), ...lines.map(({ labels }) => labels[index] ?? '–')])}
      />
    </figure>
  );
}

function drawChart(target: HTMLElement, times: readonly number[], lines: readonly ChartLine[], height: number): UPlot {
  const style = getComputedStyle(target);
  const color = (name: string) => style.getPropertyValue(name).trim();
  const axis = {
    stroke: color('--ink-2'),
    font: '11px Hanken Grotesk, sans-serif',
    grid: { stroke: color('--line'), width: 1 },
    ticks: { show: false },
  };
  return new UPlot(
    {
      width: target.clientWidth,
      height,
      legend: { show: false },
      cursor: { drag: { x: false, y: false } },
      tzDate: (seconds) => UPlot.tzDate(new Date(seconds * 1000), 'Etc/UTC'),
      scales: {
        x: { range: () => computeTimeRange(times) },
        y: { range: (_plot, least, most) => [Math.min(0, least * 1.08), Math.max(0, most * 1.08) || 1] },
      },
      axes: [
        { ...axis, space: 80, values: (_plot, splits) => splits.map(formatHour) },
        { ...axis, side: 1, size: 44 },
      ],
      series: [
        {},
        ...lines.map(({ title, kind, values }) => {
          const isolatedPoints = findIsolatedPoints(values);
          const ink = color(COLORS[kind]);
          return {
            label: title,
            stroke: ink,
            width: kind === 'bound' ? 1 : 2,
            points: { show: isolatedPoints.length > 0, size: 7, fill: ink, filter: () => isolatedPoints },
            ...(kind !== 'fact' && { dash: kind === 'bound' ? [2, 3] : [4, 4] }),
          };
        }),
      ],
    },
    [times.map((time) => time / 1000), ...lines.map(({ values }) => [...values])],
    target,
  );
}

/** Returns the range in seconds. A single time is placed in the middle of one day. */
function computeTimeRange(times: readonly number[]): [number, number] {
  const [first, last] = [(times[0] ?? 0) / 1000, (times.at(-1) ?? 0) / 1000];
  return first < last ? [first, last] : [first - HALF_DAY_S, first + HALF_DAY_S];
}

/** Returns `11 Aug` at the beginning of a day, else `06:00`. */
function formatHour(seconds: number): string {
  const date = new Date(seconds * 1000);
  return formatClockTime(date) === '00:00' ? formatUtcDeadline(date.toISOString(), 0) : formatClockTime(date);
}

function formatCursorTime(ms: number | undefined): string {
  return ms === undefined ? '' : new Date(ms).toISOString().slice(0, 16).replace('T', ' ');
}
