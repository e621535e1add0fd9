import '../../parts/charts/charts.css';
import { ChartTable } from '../../parts/charts/ChartTable.tsx';
import { useChartCursor } from '../../parts/charts/useChartCursor.ts';
import { formatAmountWithCode, formatGroupedDecimal } from '../../parts/values/formatGroupedDecimal.ts';
import type { ChangePreviewData } from './ChangePreview.tsx';

type CostCurveProps = { readonly points: ChangePreviewData['curve']; readonly currency: string };

const WIDTH = 620;
const HEIGHT = 136;
const LEFT_MARGIN = 44;
const RIGHT = 8;
const TOP = 14;
const BOTTOM = 24;

/** Total cost of a purchase in percent, by the amount paid, on a logarithmic axis. */
export function CostCurve({ points, currency }: CostCurveProps) {
  const all = points.filter(({ now, next }) => now !== null || next !== null);
  // The minimum fee dominates the smallest amounts; their cost would flatten the line. The table includes them.
  const plotted = all.filter(({ pay }) => Number(pay) >= 2 * Number(all[0]?.pay));
  const { at, onKeyDown } = useChartCursor(plotted.length);
  const [least, most] = [Number(plotted[0]?.pay), Number(plotted.at(-1)?.pay)];
  if (plotted.length < 2) return null;
  const costs = plotted.flatMap(({ now, next }) =>
    [now, next].flatMap((cost) => (cost === null ? [] : [Number(cost)])),
  );
  const [low, high] = [Math.floor(Math.min(...costs)), Math.ceil(Math.max(...costs))];
  const x = (pay: number) =>
    LEFT_MARGIN + (Math.log(pay / least) / Math.log(most / least)) * (WIDTH - LEFT_MARGIN - RIGHT);
  const y = (cost: number) => HEIGHT - BOTTOM - ((cost - low) / (high - low || 1)) * (HEIGHT - TOP - BOTTOM);
  const path = (which: 'now' | 'next') =>
    plotted
      .flatMap(({ pay, [which]: cost }) => (cost === null ? [] : [`${x(Number(pay))},${y(Number(cost))}`]))
      .join(' ');
  const last = plotted.at(-1);
  const chosen = at === undefined ? undefined : plotted[at];
  const label = `Total cost by amount paid: at ${formatAmountWithCode(last?.pay ?? '0', currency)} current ${formatCost(last?.now)}, new ${formatCost(last?.next)}`;
  return (
    <figure className="catalog-curve">
      <figcaption className="second">Fees, network fee and spread, in percent of the amount paid</figcaption>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions -- its cursor is moved by keys */}
      <div role="application" aria-label={label} tabIndex={0} onKeyDown={onKeyDown}>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
          {chosen && <path className="catalog-cursor" d={`M${x(Number(chosen.pay))} ${TOP}V${HEIGHT - BOTTOM}`} />}
          {[low, (low + high) / 2, high].map((cost) => (
            <g key={cost}>
              <path className="catalog-grid" d={`M${LEFT_MARGIN} ${y(cost)}H${WIDTH - RIGHT}`} />
              <text x={LEFT_MARGIN - 6} y={y(cost) + 4} textAnchor="end">
                {cost}%
              </text>
            </g>
          ))}
          {selectAxisLabels(plotted.map(({ pay }) => pay)).map((pay) => (
            <text key={pay} x={x(Number(pay))} y={HEIGHT - 6} textAnchor={Number(pay) === least ? 'start' : 'middle'}>
              {formatGroupedDecimal(pay.replace(/\.0+$/, ''))}
            </text>
          ))}
          <polyline className="catalog-now" points={path('now')} />
          <polyline className="catalog-then" points={path('next')} />
        </svg>
      </div>
      <output className="chart-said">
        {chosen
          ? `${formatAmountWithCode(chosen.pay, currency)}: current ${formatCost(chosen.now)}, new ${formatCost(chosen.next)}`
          : ''}
      </output>
      <p className="catalog-legend" aria-hidden="true">
        <span className="catalog-key-now">current {formatCost(last?.now)}</span>
        <span className="catalog-key-then">new {formatCost(last?.next)}</span>
        <span className="second">at {formatAmountWithCode(last?.pay ?? '0', currency)}</span>
      </p>
      <ChartTable
        label={label}
        heads={[`Paid, ${currency}`, 'Current', 'New']}
        rows={all.map(({ pay, now, next }) => [formatGroupedDecimal(pay), formatCost(now), formatCost(next)])}
      />
    </figure>
  );
}

function formatCost(cost: string | null | undefined): string {
  return cost === null || cost === undefined ? 'not available' : `${cost}%`;
}

/** Returns the amounts to label: 1 or 5 followed by zeros only, because more labels would overlap. */
function selectAxisLabels(pays: readonly string[]): string[] {
  return pays.filter((pay) => /^[15]0*(?:\.0+)?$/.test(pay));
}
