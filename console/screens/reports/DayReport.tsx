import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { Card } from '../../parts/Card.tsx';
import { Money } from '../../parts/Money.tsx';
import { type Column, Table } from '../../parts/Table.tsx';
import { asked, type Period } from './period.ts';
import { Reading } from './Reading.tsx';

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

/** The sections that are sent each night, of the days that are chosen. */
export function DayReport({ period }: { readonly period: Period }) {
  const query = useConsoleQuery('reportDay', asked(period), { keeps: true });
  return (
    <Reading of={query}>
      {({ sections }) => (
        <div className="reports-columns">
          {sections.map(({ title, rows }) => (
            <Card key={title} title={title} flush>
              <Table
                label={title}
                columns={COLUMNS}
                rows={rows}
                rowId={({ item, amount }) => `${item} ${amount?.unit ?? ''} ${amount?.amount ?? ''}`}
                empty="Nothing."
              />
            </Card>
          ))}
        </div>
      )}
    </Reading>
  );
}
