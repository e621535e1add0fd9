import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { useMemo } from 'react';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { Card } from '../../parts/Card.tsx';
import { type ChartLine, LineChart } from '../../parts/charts/LineChart.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { type Column, Table } from '../../parts/tables/Table.tsx';
import { formatAmountWithCode } from '../../parts/values/formatGroupedDecimal.ts';
import { Money } from '../../parts/values/Money.tsx';
import { LoadedReport } from './LoadedReport.tsx';
import { listDays } from './listDays.ts';
import { buildPeriodRequest, type Period } from './period.ts';

type Volumes = ConsoleCallData<'reportVolumes'>;

const RECEIVED: readonly Column<Volumes['received'][number]>[] = [
  { id: 'unit', title: 'Crypto', cell: ({ unit }) => unit },
  { id: 'orders', title: 'Orders', figure: true, cell: ({ orders }) => <Money amount={String(orders)} /> },
  { id: 'amount', title: 'Delivered', figure: true, cell: ({ amount, unit }) => <Money amount={amount} code={unit} /> },
];

/** What buyers paid and received in delivered orders. */
export function Volumes({ period }: { readonly period: Period }) {
  const query = useConsoleQuery('reportVolumes', buildPeriodRequest(period), { keepsPrevious: true });
  return (
    <LoadedReport reportQuery={query}>
      {(volumes) => (
        <>
          {volumes.orders === 0 && <EmptyState>No deliveries in this period.</EmptyState>}
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
                empty="None."
              />
            </Card>
          )}
        </>
      )}
    </LoadedReport>
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
    const all = listDays(from, to);
    const amounts = all.map(
      (day) => days.find((each) => each.day === day)?.paid.find((sum) => sum.unit === unit)?.amount ?? '0',
    );
    const line: ChartLine = {
      title: `Paid, ${unit}`,
      values: amounts.map(Number),
      labels: amounts.map((amount) => formatAmountWithCode(amount, unit)),
      kind: 'fact',
    };
    return { times: all.map((day) => Date.parse(day)), lines: [line] };
  }, [days, unit, from, to]);
  const label = `Delivered per day, by amount paid: ${formatAmountWithCode(total, unit)} in total`;
  return <LineChart label={label} times={times} lines={lines} height={190} />;
}
