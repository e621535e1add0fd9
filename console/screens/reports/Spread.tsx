import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { useMemo } from 'react';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { Card } from '../../parts/Card.tsx';
import { type ChartLine, LineChart } from '../../parts/charts/LineChart.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { Note } from '../../parts/Note.tsx';
import { KeyValues } from '../../parts/values/KeyValues.tsx';
import { Money } from '../../parts/values/Money.tsx';
import { LoadedReport } from './LoadedReport.tsx';
import { listDays } from './listDays.ts';
import { buildPeriodRequest, type Period } from './period.ts';

type Spreads = ConsoleCallData<'reportSpread'>;
type UnitSpread = Spreads['units'][number];

/** The spread as quoted, and what remained of it after the coins were bought. */
export function Spread({ period }: { readonly period: Period }) {
  const query = useConsoleQuery('reportSpread', buildPeriodRequest(period), { keepsPrevious: true });
  return (
    <LoadedReport reportQuery={query}>
      {({ units, days }) => (
        <>
          {units.length === 0 && <EmptyState>No orders of our own offer were delivered in this period.</EmptyState>}
          {units.map((of) => (
            <Card key={of.unit} title={of.unit} aside={`${of.orders} orders delivered`}>
              <div className="reports-spread">
                <SpreadFigures of={of} />
                <SpreadChart period={period} days={days} unit={of.unit} />
              </div>
            </Card>
          ))}
          {units.length > 0 && (
            <Note>
              Quoted is the amount charged for the coins minus their value at the quote’s mid price. Executed is the
              amount charged minus what the exchange was paid, by the ledger; its fee is in the margin.
            </Note>
          )}
        </>
      )}
    </LoadedReport>
  );
}

function SpreadFigures({
  of: { unit, quoted, executed, quotedPercent, executedPercent },
}: {
  readonly of: UnitSpread;
}) {
  return (
    <KeyValues
      rows={[
        { label: 'Quoted', value: <Money amount={quoted} code={unit} /> },
        { label: 'Of the amount charged', value: formatPercent(quotedPercent) },
        { label: 'Executed', value: <Money amount={executed} code={unit} loss />, total: true },
        { label: 'Of the amount charged', value: formatPercent(executedPercent), key: 'executed' },
      ]}
    />
  );
}

type SpreadChartProps = { readonly period: Period; readonly days: Spreads['days']; readonly unit: string };

function SpreadChart({ period: { from, to }, days, unit }: SpreadChartProps) {
  const { times, lines } = useMemo(() => {
    const all = listDays(from, to);
    const found = all.map((day) => days.find((each) => each.day === day && each.unit === unit));
    const buildLine = (
      title: string,
      name: 'quotedPercent' | 'executedPercent',
      kind: ChartLine['kind'],
    ): ChartLine => ({
      title,
      values: found.map((day) => (day?.[name] == null ? null : Number(day[name]))),
      labels: found.map((day) => formatPercent(day?.[name] ?? null)),
      kind,
    });
    return {
      times: all.map((day) => Date.parse(day)),
      lines: [buildLine('Executed', 'executedPercent', 'fact'), buildLine('Quoted', 'quotedPercent', 'forecast')],
    };
  }, [days, unit, from, to]);
  return (
    <LineChart label={`Spread each day in ${unit}, in percent of the amount charged`} times={times} lines={lines} />
  );
}

function formatPercent(value: string | null): string {
  return value === null ? '–' : `${value}%`;
}
