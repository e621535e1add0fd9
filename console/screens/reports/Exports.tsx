import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { useMutation } from '@tanstack/react-query';
import { consoleCall } from '../../api/consoleCall.ts';
import { refetchShownData } from '../../api/queryClient.ts';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { downloadFile } from '../../parts/downloadFile.ts';
import { Note } from '../../parts/Note.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { type Column, Table } from '../../parts/tables/Table.tsx';
import { Time } from '../../parts/time/Time.tsx';
import { CopyButton } from '../../parts/values/CopyButton.tsx';
import { LoadedReport } from './LoadedReport.tsx';
import { buildPeriodRequest, formatPeriod, type Period } from './period.ts';

type Exports = ConsoleCallData<'exportList'>;
type Name = Exports['list'][number]['name'];

const MADE: readonly Column<Exports['made'][number]>[] = [
  { id: 'at', title: 'Time', cell: ({ at }) => <Time iso={at} /> },
  { id: 'who', title: 'Person', cell: ({ who }) => who },
  { id: 'name', title: 'Export', cell: ({ name }) => name },
  { id: 'period', title: 'Days', deskOnly: true, cell: ({ from, to }) => `${from} until ${to}` },
  { id: 'rows', title: 'Rows', figure: true, cell: ({ rows }) => rows },
  {
    id: 'hash',
    title: 'SHA-256',
    deskOnly: true,
    cell: ({ hash }) => (
      <span className="mono" translate="no" title={hash}>
        {hash.slice(0, 12)}…
      </span>
    ),
  },
];

/** Exports of the period as CSV files, and the history of exports with their hashes; each export is logged. */
export function Exports({ period }: { readonly period: Period }) {
  const query = useConsoleQuery('exportList', {});
  const making = useMutation({
    mutationFn: (name: Name) => consoleCall('exportReport', { ...buildPeriodRequest(period), name }),
    onSuccess: ({ file, csv }) => {
      downloadFile(file, csv);
      void refetchShownData({ queryKey: ['exportList'] });
    },
  });
  return (
    <LoadedReport reportQuery={query}>
      {({ list, made }) => (
        <>
          <Card title="CSV exports" aside={formatPeriod(period)} flush>
            <ul className="reports-list">
              {list.map(({ name, title, about, isPersonal, allowed, why }) => (
                <li key={name} className="reports-row">
                  <div>
                    <b>{title}</b> {isPersonal && <Tag tone="warn">personal data</Tag>}
                    <p className="second">{about}</p>
                    {!allowed && <p className="second">{why}</p>}
                  </div>
                  <Button
                    refused={allowed ? undefined : why}
                    working={making.isPending && making.variables === name}
                    onClick={() => making.mutate(name)}
                  >
                    Export
                  </Button>
                </li>
              ))}
            </ul>
          </Card>
          {making.isError && <Note tone="bad">{making.error.message}</Note>}
          {making.data && (
            <Note tone="good">
              {making.data.file}: {making.data.rows} rows. SHA-256{' '}
              <span className="reports-hash mono" translate="no">
                {making.data.hash}
              </span>
              <CopyButton value={making.data.hash} label="Copy hash" />
            </Note>
          )}
          <Card title="Export history" aside="from the audit trail" flush>
            <Table
              label="Export history"
              columns={MADE}
              rows={made}
              rowId={({ at, hash }) => `${at} ${hash}`}
              empty="No exports yet."
            />
          </Card>
        </>
      )}
    </LoadedReport>
  );
}
