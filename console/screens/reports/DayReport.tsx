import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { Card } from '../../parts/Card.tsx';
import { type Column, Table } from '../../parts/tables/Table.tsx';
import { Money } from '../../parts/values/Money.tsx';
import { LoadedReport } from './LoadedReport.tsx';
import { buildPeriodRequest, type Period } from './period.ts';

type Row = ConsoleCallData<'reportDay'>['sections'][number]['rows'][number];

const COLUMNS: readonly Column<Row>[] = [
  { id: 'item', title: 'Item', cell: ({ item }) => item },
  {
    id: 'count',
    title: 'Count',
    figure: true,
    cell: ({ count }) => (count === null ? '' : <Money amount={String(count)} />),
  },
  {
    id: 'amount',
    title: 'Amount',
    figure: true,
    cell: ({ amount }) => amount && <Money amount={amount.amount} code={amount.unit} />,
  },
];

/** The sections of the nightly report, for the selected days. */
export function DayReport({ period }: { readonly period: Period }) {
  const query = useConsoleQuery('reportDay', buildPeriodRequest(period), { keepsPrevious: true });
  return (
    <LoadedReport reportQuery={query}>
      {({ sections }) => (
        <div className="reports-columns">
          {sections.map(({ title, rows }) => (
            <Card key={title} title={title} flush>
              <Table
                label={title}
                columns={COLUMNS}
                rows={rows}
                rowId={({ item, amount }) => `${item} ${amount?.unit ?? ''} ${amount?.amount ?? ''}`}
                empty="None."
              />
            </Card>
          ))}
        </div>
      )}
    </LoadedReport>
  );
}
