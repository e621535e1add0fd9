import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { useMemo } from 'react';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { Card } from '../../parts/Card.tsx';
import { Empty } from '../../parts/Empty.tsx';
import { type Line, LineChart } from '../../parts/LineChart.tsx';
import { Money } from '../../parts/Money.tsx';
import { moneyWithCode } from '../../parts/moneyWords.ts';
import { type Column, Table } from '../../parts/Table.tsx';
import { daysOf } from './days.ts';
import { asked, type Period } from './period.ts';
import { Reading } from './Reading.tsx';

type Volumes = ConsoleCallData<'reportVolumes'>;

const RECEIVED: readonly Column<Volumes['received'][number]>[] = [
  { id: 'unit', title: 'Crypto', cell: ({ unit }) => unit },
  { id: 'orders', title: 'Orders', figure: true, cell: ({ orders }) => <Money amount={String(orders)} /> },
  { id: 'amount', title: 'Delivered', figure: true, cell: ({ amount, unit }) => <Money amount={amount} code={unit} /> },
];

/** What was delivered, as it was paid and as it was received. */
export function Volumes({ period }: { readonly period: Period }) {
  const query = useConsoleQuery('reportVolumes', asked(period), { keeps: true });
  return (
    <Reading of={query}>
      {(volumes) => (
        <>
          {volumes.orders === 0 && <Empty>Nothing was delivered in these days.</Empty>}
          {volumes.paid.map(({ unit, amount }) => (
            <Card key={unit} title={`Paid in ${unit}`} aside={<Money amount={amount} code={unit} size="strong" />}>
              <VolumeChart period={period} volumes={volumes} unit={unit} total={amount} />
            </Card>
          ))}
          {volumes.received.length > 0 && (
            <Card title="Received" flush>
              <Table
                label="Received"
                columns={RECEIVED}
                rows={volumes.received}
                rowId={({ unit }) => unit}
                empty="Nothing."
              />
            </Card>
          )}
        </>
      )}
    </Reading>
  );
}

type VolumeChartProps = {
  readonly period: Period;
  readonly volumes: Volumes;
  readonly unit: string;
  readonly total: string;
};

function VolumeChart({ period: { from, to }, volumes, unit, total }: VolumeChartProps) {
  const { days } = volumes;
  const { times, lines } = useMemo(() => {
    const all = daysOf(from, to);
    const amounts = all.map(
      (day) => days.find((each) => each.day === day)?.paid.find((sum) => sum.unit === unit)?.amount ?? '0',
    );
    const line: Line = {
      title: `Paid, ${unit}`,
      values: amounts.map(Number),
      words: amounts.map((amount) => moneyWithCode(amount, unit)),
      kind: 'fact',
    };
    return { times: all.map((day) => Date.parse(day)), lines: [line] };
  }, [days, unit, from, to]);
  const label = `Delivered each day, as paid: ${moneyWithCode(total, unit)} in all`;
  return <LineChart label={label} times={times} lines={lines} height={190} />;
}
