import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { useState } from 'react';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { Button } from '../../parts/Button.tsx';
import { type Column, Table } from '../../parts/tables/Table.tsx';
import { Time } from '../../parts/time/Time.tsx';
import { Money } from '../../parts/values/Money.tsx';
import { OrderNumber } from '../../parts/values/OrderNumber.tsx';
import { buildPeriodRequest, type Period } from './period.ts';

type Posting = ConsoleCallData<'reportPostings'>['list'][number];

const COLUMNS: readonly Column<Posting>[] = [
  { id: 'at', title: 'Booked', cell: ({ at }) => <Time iso={at} /> },
  { id: 'entry', title: 'Entry', cell: ({ entry }) => entry },
  {
    id: 'order',
    title: 'Order',
    cell: ({ orderNo }) =>
      orderNo === null ? <span className="second">none</span> : <OrderNumber orderNo={orderNo} short />,
  },
  {
    id: 'amount',
    title: 'Amount',
    figure: true,
    cell: ({ amount }) => <Money amount={amount.amount} code={amount.unit} />,
  },
];

type PostingsProps = {
  readonly period: Period;
  readonly account: string;
  readonly asset: string;
  readonly title: string;
  readonly count: number;
};

/** The postings that a figure sums, newest first. */
export function Postings({ period, account, asset, title, count }: PostingsProps) {
  const [cursor, setCursor] = useState<number>();
  const request = { ...buildPeriodRequest(period), account, asset, ...(cursor !== undefined && { cursor }) };
  const { data, isError, refetch } = useConsoleQuery('reportPostings', request, { keepsPrevious: true });
  return (
    <section className="reports-postings" aria-label={`Ledger entries: ${title}`}>
      <h3>
        {title}{' '}
        <span className="second">
          {account}, {count} entries
        </span>
      </h3>
      <Table
        label={`Ledger entries: ${title}`}
        columns={COLUMNS}
        rows={data?.list}
        rowId={({ id }) => String(id)}
        empty="No ledger entries."
        failed={isError ? { onRetry: () => void refetch() } : undefined}
      />
      <div className="reports-paging">
        {cursor !== undefined && (
          <Button size="small" onClick={() => setCursor(undefined)}>
            Newest
          </Button>
        )}
        {data?.cursor != null && (
          <Button size="small" onClick={() => setCursor(data.cursor ?? undefined)}>
            Older
          </Button>
        )}
      </div>
    </section>
  );
}
