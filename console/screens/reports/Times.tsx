import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { Card } from '../../parts/Card.tsx';
import { type Column, Table } from '../../parts/Table.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { asked, type Period } from './period.ts';
import { Reading } from './Reading.tsx';

type Times = ConsoleCallData<'reportTimes'>;
type Delivery = Times['deliveries'][number];
type Refund = Times['refunds'][number];

const minutes = (value: number | null) => (value === null ? '–' : value < 1 ? 'under 1 min' : `${value} min`);

const DELIVERIES: readonly Column<Delivery>[] = [
  { id: 'network', title: 'Network', cell: ({ name }) => name },
  { id: 'count', title: 'Delivered', figure: true, cell: ({ count }) => count },
  { id: 'p50', title: 'Half within', figure: true, cell: ({ p50 }) => minutes(p50) },
  { id: 'p95', title: '19 of 20 within', figure: true, cell: ({ p95 }) => minutes(p95) },
  { id: 'promised', title: 'Promised', figure: true, cell: ({ promised }) => minutes(promised) },
  {
    id: 'late',
    title: 'Later than that',
    figure: true,
    cell: ({ late, promised }) => (promised === null ? '–' : late === 0 ? 'none' : <Tag tone="warn">{late}</Tag>),
  },
];

const REFUNDS: readonly Column<Refund>[] = [
  { id: 'channel', title: 'By', cell: ({ channel }) => (channel === 'acquirer' ? 'the acquirer' : 'bank transfer') },
  { id: 'count', title: 'Settled', figure: true, cell: ({ count }) => count },
  { id: 'p50', title: 'Half within', figure: true, cell: ({ p50 }) => minutes(p50) },
  { id: 'p95', title: '19 of 20 within', figure: true, cell: ({ p95 }) => minutes(p95) },
];

/** How long they waited, against what is promised. */
export function Times({ period }: { readonly period: Period }) {
  const query = useConsoleQuery('reportTimes', asked(period), { keeps: true });
  return (
    <Reading of={query}>
      {({ deliveries, refunds }) => (
        <>
          <Card title="From the money to the coins" aside="promised by the catalog" flush>
            <Table
              label="Delivery times"
              columns={DELIVERIES}
              rows={deliveries}
              rowId={({ network }) => network}
              toneOf={({ p50, promised }) => (p50 !== null && promised !== null && p50 > promised ? 'warn' : undefined)}
              empty="No order of the own offer was delivered in these days."
            />
          </Card>
          <Card title="From the decision to the refund" aside="no time is promised" flush>
            <Table
              label="Refund times"
              columns={REFUNDS}
              rows={refunds}
              rowId={({ channel }) => channel}
              empty="No refund has settled in these days."
            />
          </Card>
        </>
      )}
    </Reading>
  );
}
