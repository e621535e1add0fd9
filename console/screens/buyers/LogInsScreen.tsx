import './buyers.css';
import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { useMutation } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { consoleCall } from '../../api/consoleCall.ts';
import type { SearchParams } from '../../app/searchParams.ts';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { EffectOptions } from '../../parts/fields/EffectOptions.tsx';
import { TextField } from '../../parts/fields/TextField.tsx';
import { Note } from '../../parts/Note.tsx';
import { ScreenHead } from '../../parts/ScreenHead.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { type Column, Table } from '../../parts/tables/Table.tsx';
import { Time } from '../../parts/time/Time.tsx';
import { RequestForm } from '../../person/RequestForm.tsx';
import { getReasonOptions } from './buyerReasons.ts';

type LogIns = ConsoleCallData<'logIns'>;
type Row = LogIns['rows'][number];

const EVENT_LABELS = {
  logged_in: { title: 'Logged in', tone: 'good' },
  login_failed: { title: 'Login failed', tone: 'warn' },
  refused: { title: 'Call refused', tone: 'plain' },
} as const;

const COLUMNS: readonly Column<Row>[] = [
  {
    id: 'kind',
    title: 'Event',
    cell: ({ kind, reason, times }) => (
      <span className="buyer-id">
        <Tag small tone={EVENT_LABELS[kind].tone}>
          {EVENT_LABELS[kind].title}
        </Tag>
        <span className="second">
          {[reason.replaceAll('_', ' '), times > 1 ? `${times} times` : ''].join(' ').trim()}
        </span>
      </span>
    ),
  },
  { id: 'last', title: 'Last', figure: true, cell: ({ lastAt }) => <Time iso={lastAt} /> },
  {
    id: 'buyer',
    title: 'Buyer',
    cell: ({ buyerId, mail }) =>
      buyerId === null ? (
        mail
      ) : (
        <Link to="/buyers/$id" params={{ id: buyerId }} className="mono" translate="no">
          {buyerId}
        </Link>
      ),
  },
  {
    id: 'network',
    title: 'Network',
    figure: true,
    cell: ({ network, country }) => (
      <>
        <span className="mono" translate="no">
          {network}
        </span>{' '}
        <span>{country}</span>
      </>
    ),
  },
  { id: 'device', title: 'Device', deskOnly: true, cell: ({ device }) => device },
  { id: 'call', title: 'Call', deskOnly: true, cell: ({ call }) => call },
];

/** Logins of buyers, with network and device. Nothing is loaded before a search, because each search is logged. */
export default function LogInsScreen() {
  const { q = '' }: SearchParams = useSearch({ strict: false });
  const [query, setQuery] = useState(q);
  const search = useMutation({ mutationFn: () => consoleCall('logIns', { q: query.trim() }) });
  const { data } = search;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    search.mutate();
  };
  return (
    <>
      <ScreenHead
        title="Logins"
        above={<Link to="/buyers">Buyers</Link>}
        lead="Logins, failed logins and refused calls of buyers in the last 90 days. Each search is recorded in the audit trail."
      />
      <search>
        <form className="buyers-find" onSubmit={submit}>
          <TextField
            label="Email address, network or account"
            value={query}
            onChange={setQuery}
            hint="Leave empty to list the newest logins of all buyers."
          />
          <Button type="submit" size="large" working={search.isPending}>
            Show logins
          </Button>
        </form>
      </search>
      {search.isError && <Note tone="bad">{search.error.message}</Note>}
      {data && (
        <>
          <Card
            title="Logins"
            count={data.rows.length}
            aside={data.isCut ? 'newest only; there are older ones' : ''}
            flush
          >
            <Table
              label="Logins"
              columns={COLUMNS}
              rows={data.rows}
              rowId={({ id }) => String(id)}
              empty="No login of the last 90 days matches. Enter a complete email address, IP network or account ID."
            />
          </Card>
          <EndSessionsForm key={search.submittedAt} actions={data.actions} />
        </>
      )}
    </>
  );
}

function EndSessionsForm({ actions }: Pick<LogIns, 'actions'>) {
  const [chosen, setChosen] = useState<string>();
  const chosenAction = actions.find(({ subject }) => subject === chosen);
  return (
    <Card title="End sessions" flush>
      <div className="buyer-acts">
        <EffectOptions
          label="End sessions"
          layout="column"
          value={chosen}
          onChange={setChosen}
          options={actions.map(({ subject, label, effect, allowed, why }) => ({
            id: subject,
            title: label,
            effect,
            ...(!allowed && { refused: why }),
          }))}
        />
      </div>
      {chosenAction && (
        <RequestForm
          request={{
            act: chosenAction.act,
            action: chosenAction.action,
            subject: chosenAction.subject,
            input: chosenAction.input,
          }}
          title={chosenAction.label}
          reasons={getReasonOptions(chosenAction.action)}
          needsSecondApproval={chosenAction.needsSecondApproval}
          approvers={chosenAction.approvers}
          danger
          {...(!chosenAction.allowed && { refused: chosenAction.why })}
        />
      )}
    </Card>
  );
}
