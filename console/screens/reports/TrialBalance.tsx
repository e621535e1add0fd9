import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { useState } from 'react';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { Card } from '../../parts/Card.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { TextField } from '../../parts/fields/TextField.tsx';
import { type Column, Table } from '../../parts/tables/Table.tsx';
import { Money } from '../../parts/values/Money.tsx';
import { LoadedReport } from './LoadedReport.tsx';
import { DAY_MS, type Period } from './period.ts';

type AssetBalance = ConsoleCallData<'reportTrialBalance'>['assets'][number];
type Row = AssetBalance['accounts'][number];

const renderAmount = (amount: string | null) => amount !== null && <Money amount={amount} />;

function buildColumns({ debit, credit }: AssetBalance): readonly Column<Row>[] {
  return [
    { id: 'account', title: 'Account', cell: ({ account }) => account, sum: <b>Total</b> },
    {
      id: 'debit',
      title: 'Debit',
      figure: true,
      cell: (row) => renderAmount(row.debit),
      sum: <Money amount={debit} />,
    },
    {
      id: 'credit',
      title: 'Credit',
      figure: true,
      cell: (row) => renderAmount(row.credit),
      sum: <Money amount={credit} />,
    },
  ];
}

/** The balance of each account at the end of a day: by default the last day of the period. */
export function TrialBalance({ period }: { readonly period: Period }) {
  const last = new Date(Date.parse(period.to) - DAY_MS).toISOString().slice(0, 10);
  const [text, setText] = useState(last);
  const isDay = /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
  const day = isDay ? text : last;
  const query = useConsoleQuery('reportTrialBalance', { day }, { keepsPrevious: true });
  return (
    <>
      <div className="reports-day">
        <TextField
          label="At the end of (UTC)"
          value={text}
          onChange={setText}
          error={isDay ? undefined : `Enter a day such as ${last}.`}
        />
      </div>
      <LoadedReport reportQuery={query}>
        {({ assets }) =>
          assets.length === 0 ? (
            <EmptyState>No ledger entries up to that day.</EmptyState>
          ) : (
            <div className="reports-columns">
              {assets.map((asset) => (
                <Card key={asset.unit} title={asset.unit} flush>
                  <Table
                    label={`Trial balance, ${asset.unit}`}
                    columns={buildColumns(asset)}
                    rows={asset.accounts}
                    rowId={({ account }) => account}
                    empty="None."
                  />
                </Card>
              ))}
            </div>
          )
        }
      </LoadedReport>
    </>
  );
}
