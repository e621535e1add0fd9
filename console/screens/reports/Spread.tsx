import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { useMemo } from 'react';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { Card } from '../../parts/Card.tsx';
import { Empty } from '../../parts/Empty.tsx';
import { KeyValues } from '../../parts/KeyValues.tsx';
import { type Line, LineChart } from '../../parts/LineChart.tsx';
import { Money } from '../../parts/Money.tsx';
import { Note } from '../../parts/Note.tsx';
import { daysOf } from './days.ts';
import { asked, type Period } from './period.ts';
import { Reading } from './Reading.tsx';

type Spreads = ConsoleCallData<'reportSpread'>;
type OfUnit = Spreads['units'][number];

/** What was quoted above the market, and what of it was left once the coins were bought. */
export function Spread({ period }: { readonly period: Period }) {
  const query = useConsoleQuery('reportSpread', asked(period), { keeps: true });
  return (
    <Reading of={query}>
      {({ units, days }) => (
        <>
          {units.length === 0 && <Empty>No order of the own offer was delivered in these days.</Empty>}
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
              Quoted is what was taken for the coins less their worth at the quote’s mid. Executed is what was taken
              less what the venue was paid, by the ledger; its fee stands in the margin.
            </Note>
          )}
        </>
      )}
    </Reading>
  );
}

function SpreadFigures({ of: { unit, quoted, executed, quotedPercent, executedPercent } }: { readonly of: OfUnit }) {
  return (
    <KeyValues
      rows={[
        { label: 'Quoted', value: <Money amount={quoted} code={unit} /> },
        { label: 'Of what was taken', value: percent(quotedPercent) },
        { label: 'Executed', value: <Money amount={executed} code={unit} loss />, total: true },
        { label: 'Of what was taken', value: percent(executedPercent), key: 'executed' },
      ]}
    />
  );
}

type SpreadChartProps = { readonly period: Period; readonly days: Spreads['days']; readonly unit: string };

function SpreadChart({ period: { from, to }, days, unit }: SpreadChartProps) {
  const { times, lines } = useMemo(() => {
    const all = daysOf(from, to);
    const found = all.map((day) => days.find((each) => each.day === day && each.unit === unit));
    const lineOf = (title: string, name: 'quotedPercent' | 'executedPercent', kind: Line['kind']): Line => ({
      title,
      values: found.map((day) => (day?.[name] == null ? null : Number(day[name]))),
      words: found.map((day) => percent(day?.[name] ?? null)),
      kind,
    });
    return {
      times: all.map((day) => Date.parse(day)),
      lines: [lineOf('Executed', 'executedPercent', 'fact'), lineOf('Quoted', 'quotedPercent', 'forecast')],
    };
  }, [days, unit, from, to]);
  return <LineChart label={`Spread each day in ${unit}, in percent of what was taken`} times={times} lines={lines} />;
}

function percent(value: string | null): string {
  return value === null ? '–' : `${value}%`;
}
