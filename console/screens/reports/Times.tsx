import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { Card } from '../../parts/Card.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { type Column, Table } from '../../parts/tables/Table.tsx';
import { LoadedReport } from './LoadedReport.tsx';
import { buildPeriodRequest, type Period } from './period.ts';

type Times = ConsoleCallData<'reportTimes'>;
type Delivery = Times['deliveries'][number];
type Refund = Times['refunds'][number];

const formatMinutes = (value: number | null) => (value === null ? '–' : value < 1 ? 'under 1 min' : `${value} min`);

const DELIVERIES: readonly Column<Delivery>[] = [
  { id: 'network', title: 'Network', cell: ({ name }) => name },
  { id: 'count', title: 'Delivered', figure: true, cell: ({ count }) => count },
  { id: 'p50', title: 'p50', figure: true, cell: ({ p50 }) => formatMinutes(p50) },
  { id: 'p95', title: 'p95', figure: true, cell: ({ p95 }) => formatMinutes(p95) },
  { id: 'promised', title: 'Promised', figure: true, cell: ({ promised }) => formatMinutes(promised) },
  {
    id: 'late',
    title: 'Late',
    figure: true,
    cell: ({ late, promised }) => (promised === null ? '–' : late === 0 ? 'none' : <Tag tone="warn">{late}</Tag>),
  },
];

const REFUNDS: readonly Column<Refund>[] = [
  { id: 'channel', title: 'Channel', cell: ({ channel }) => (channel === 'acquirer' ? 'acquirer' : 'bank transfer') },
  { id: 'count', title: 'Settled', figure: true, cell: ({ count }) => count },
  { id: 'p50', title: 'p50', figure: true, cell: ({ p50 }) => formatMinutes(p50) },
  { id: 'p95', title: 'p95', figure: true, cell: ({ p95 }) => formatMinutes(p95) },
];

/** Delivery times, compared with the promised ones, and refund times. */
export function Times({ period }: { readonly period: Period }) {
  const query = useConsoleQuery('reportTimes', buildPeriodRequest(period), { keepsPrevious: true });
  return (
    <LoadedReport reportQuery={query}>
      {({ deliveries, refunds }) => (
        <>
          <Card title="Payment to delivery" aside="promised times from the settings" flush>
            <Table
              label="Delivery times"
              columns={DELIVERIES}
              rows={deliveries}
              rowId={({ network }) => network}
              getTone={({ p50, promised }) =>
                p50 !== null && promised !== null && p50 > promised ? 'warn' : undefined
              }
              empty="No orders of our own offer were delivered in this period."
            />
          </Card>
          <Card title="Decision to refund" aside="no promised time" flush>
            <Table
              label="Refund times"
              columns={REFUNDS}
              rows={refunds}
              rowId={({ channel }) => channel}
              empty="No refunds settled in this period."
            />
          </Card>
        </>
      )}
    </LoadedReport>
  );
}
