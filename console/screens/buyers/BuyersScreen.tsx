import './buyers.css';
import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { useStableRows } from '../../api/useStableRows.ts';
import { useFrameState } from '../../app/frameState.ts';
import type { SearchParams } from '../../app/searchParams.ts';
import { useShortcuts } from '../../app/shortcuts/useShortcuts.ts';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { LiveBadge } from '../../parts/connection/LiveBadge.tsx';
import { TextField } from '../../parts/fields/TextField.tsx';
import { ScreenHead } from '../../parts/ScreenHead.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { ListChangesNote } from '../../parts/tables/ListChangesNote.tsx';
import { type Column, Table } from '../../parts/tables/Table.tsx';
import { Time } from '../../parts/time/Time.tsx';
import { formatLevel } from './formatLevel.ts';
import { LogInsLink } from './LogInsLink.tsx';

type Row = ConsoleCallData<'buyers'>['rows'][number];

const NO_ROWS: never[] = [];
const getId = ({ id }: Pick<Row, 'id'>) => id;

const COLUMNS: readonly Column<Row>[] = [
  {
    id: 'name',
    title: 'Buyer',
    cell: ({ name, id }) => (
      <b>
        {name ?? (
          <span className="mono" translate="no">
            {id}
          </span>
        )}
      </b>
    ),
  },
  { id: 'mail', title: 'Email', cell: ({ mail }) => mail },
  {
    id: 'level',
    title: 'Level',
    cell: ({ level, closedAt, blockedAt }) => (
      <>
        {blockedAt !== null && <Tag tone="bad">blocked</Tag>}{' '}
        <Tag tone={level === 2 ? 'good' : 'plain'}>{formatLevel(level)}</Tag> {closedAt !== null && <Tag>closed</Tag>}
      </>
    ),
  },
  { id: 'country', title: 'Country', cell: ({ country }) => country ?? '–', deskOnly: true },
  { id: 'partner', title: 'Channel', cell: ({ partner }) => (partner === '0' ? 'direct' : partner), deskOnly: true },
  {
    id: 'since',
    title: 'Account since',
    cell: ({ createdAt }) => <Time iso={createdAt} />,
    figure: true,
    deskOnly: true,
  },
  {
    id: 'last',
    title: 'Last order',
    cell: ({ lastOrderAt }) => (lastOrderAt === null ? '–' : <Time iso={lastOrderAt} />),
    figure: true,
  },
];

/** List and search of buyers. */
export default function BuyersScreen() {
  const { q = '', after } = useSearch({ strict: false });
  const navigate = useNavigate();
  const { updatedAt } = useFrameState();
  const list = useConsoleQuery(
    'buyers',
    { q, ...(after !== undefined && { cursor: after }) },
    { topics: ['orders'], keepsPrevious: true },
  );
  const go = (search: SearchParams) => void navigate({ to: '/buyers', search });
  const { data } = list;
  const stableList = useStableRows(data?.rows ?? NO_ROWS, getId, `${q} ${after ?? ''}`, {
    isPreviousFilter: list.isPlaceholderData,
    isCut: data?.next != null,
  });
  return (
    <>
      <ScreenHead
        title="Buyers"
        aside={
          <>
            <LogInsLink />
            <LiveBadge updatedAt={updatedAt} />
          </>
        }
        lead={q === '' ? 'Newest first' : formatInterpretation(data)}
      />
      <BuyerSearchField key={q} q={q} onFind={(query) => go({ q: query })} />
      <Card label="Buyers" flush>
        <ListChangesNote fresh={stableList.fresh} gone={stableList.gone} goneLabel="gone" onShow={stableList.show} />
        <Table
          label="Buyers"
          columns={COLUMNS}
          rows={data && stableList.rows}
          rowId={getId}
          isGone={({ gone }) => gone === true}
          onOpen={({ id }) => void navigate({ to: '/buyers/$id', params: { id } })}
          empty={q === '' ? 'No buyers yet.' : 'No matching buyers. Full names are encrypted and cannot be searched.'}
          failed={list.isError ? { onRetry: () => void list.refetch() } : undefined}
        />
      </Card>
      {(after !== undefined || (data?.next ?? null) !== null) && (
        <div className="buyers-pages">
          {after !== undefined && <Button onClick={() => go({ q })}>Newest 50</Button>}
          {data?.next && <Button onClick={() => go({ q, after: data.next ?? undefined })}>Next 50</Button>}
        </div>
      )}
    </>
  );
}

function BuyerSearchField({ q, onFind }: { readonly q: string; readonly onFind: (query: string) => void }) {
  const [query, setQuery] = useState(q);
  const form = useRef<HTMLFormElement>(null);
  useShortcuts({ search: () => form.current?.querySelector('input')?.focus() });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onFind(query.trim());
  };
  return (
    <search>
      <form ref={form} className="buyers-find" onSubmit={submit}>
        <TextField label="Email, account, order number…" value={query} onChange={setQuery} />
        <Button type="submit" size="large">
          {' '}
          Search
        </Button>
      </form>
    </search>
  );
}

function formatInterpretation(data: ConsoleCallData<'buyers'> | undefined): string {
  if (!data || data.understood.length === 0) return 'No matching buyers';
  return `Interpreted as ${new Intl.ListFormat('en', { type: 'conjunction' }).format(data.understood)}.`;
}
