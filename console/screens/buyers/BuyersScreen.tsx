import './buyers.css';
import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { useCalmRows } from '../../api/useCalmRows.ts';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { useFrame } from '../../app/frameState.ts';
import type { Search } from '../../app/search.ts';
import { useKeys } from '../../app/useKeys.ts';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { ListNews } from '../../parts/ListNews.tsx';
import { LiveBadge } from '../../parts/LiveBadge.tsx';
import { ScreenHead } from '../../parts/ScreenHead.tsx';
import { type Column, Table } from '../../parts/Table.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { TextField } from '../../parts/TextField.tsx';
import { Time } from '../../parts/Time.tsx';
import { levelWords } from './levelWords.ts';

type Row = ConsoleCallData<'buyers'>['rows'][number];

const NO_ROWS: never[] = [];
const idOf = ({ id }: Pick<Row, 'id'>) => id;

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
  { id: 'mail', title: 'E-mail', cell: ({ mail }) => mail },
  {
    id: 'level',
    title: 'Level',
    cell: ({ level, closedAt, blockedAt }) => (
      <>
        {blockedAt !== null && <Tag tone="bad">blocked</Tag>}{' '}
        <Tag tone={level === 2 ? 'good' : 'plain'}>{levelWords(level)}</Tag> {closedAt !== null && <Tag>closed</Tag>}
      </>
    ),
  },
  { id: 'country', title: 'Country', cell: ({ country }) => country ?? '–', deskOnly: true },
  { id: 'partner', title: 'Through', cell: ({ partner }) => (partner === '0' ? 'own page' : partner), deskOnly: true },
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

/** Who is this? */
export default function BuyersScreen() {
  const { q = '', after } = useSearch({ strict: false });
  const navigate = useNavigate();
  const { heardAt } = useFrame();
  const list = useConsoleQuery(
    'buyers',
    { q, ...(after !== undefined && { cursor: after }) },
    { topics: ['orders'], keeps: true },
  );
  const go = (search: Search) => void navigate({ to: '/buyers', search });
  const { data } = list;
  const calm = useCalmRows(data?.rows ?? NO_ROWS, idOf, `${q} ${after ?? ''}`, {
    isFormer: list.isPlaceholderData,
    isCut: data?.next != null,
  });
  return (
    <>
      <ScreenHead
        title="Buyers"
        aside={<LiveBadge heardAt={heardAt} />}
        lead={q === '' ? 'The newest first.' : foundWords(data)}
      />
      <FindBuyer key={q} q={q} onFind={(words) => go({ q: words })} />
      <Card label="Buyers" flush>
        <ListNews fresh={calm.fresh} gone={calm.gone} goneWord="gone" onShow={calm.show} />
        <Table
          label="Buyers"
          columns={COLUMNS}
          rows={data && calm.rows}
          rowId={idOf}
          isGone={({ gone }) => gone === true}
          onOpen={({ id }) => void navigate({ to: '/buyers/$id', params: { id } })}
          empty={
            q === ''
              ? 'Nobody has an account yet.'
              : 'No buyer is known by that. Whole names are kept sealed and cannot be searched.'
          }
          failed={list.isError ? { onAskAgain: () => void list.refetch() } : undefined}
        />
      </Card>
      {(after !== undefined || (data?.next ?? null) !== null) && (
        <div className="buyers-pages">
          {after !== undefined && <Button onClick={() => go({ q })}>The newest 50</Button>}
          {data?.next && <Button onClick={() => go({ q, after: data.next ?? undefined })}>The next 50</Button>}
        </div>
      )}
    </>
  );
}

function FindBuyer({ q, onFind }: { readonly q: string; readonly onFind: (words: string) => void }) {
  const [words, setWords] = useState(q);
  const form = useRef<HTMLFormElement>(null);
  useKeys({ search: () => form.current?.querySelector('input')?.focus() });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onFind(words.trim());
  };
  return (
    <search>
      <form ref={form} className="buyers-find" onSubmit={submit}>
        <TextField label="Mail, account, order number …" value={words} onChange={setWords} />
        <Button type="submit" size="large">
          Find
        </Button>
      </form>
    </search>
  );
}

function foundWords(data: ConsoleCallData<'buyers'> | undefined): string {
  if (!data || data.understood.length === 0) return 'Nothing is known by these words.';
  return `Taken for ${new Intl.ListFormat('en', { type: 'conjunction' }).format(data.understood)}.`;
}
