import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { TextField } from '../../parts/fields/TextField.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { Chip, Chips } from '../../parts/tables/Chip.tsx';
import { type Column, Table } from '../../parts/tables/Table.tsx';
import { Time } from '../../parts/time/Time.tsx';
import { KeyValues } from '../../parts/values/KeyValues.tsx';
import { OrderNumber } from '../../parts/values/OrderNumber.tsx';
import { DeliveryCard } from './DeliveryCard.tsx';
import { PartnerActions } from './PartnerActions.tsx';
import type { PartnerAction, PartnerDetails, PartnerEvent } from './partnerData.ts';
import { WebhookState } from './WebhookState.tsx';

const STATES = {
  waiting: { label: 'waiting', tone: 'plain' },
  given_up: { label: 'given up', tone: 'bad' },
  taken: { label: 'delivered', tone: 'good' },
  unaddressed: { label: 'no address', tone: 'plain' },
} as const;

type State = keyof typeof STATES;

const COLUMNS: readonly Column<PartnerEvent>[] = [
  { id: 'made', title: 'Created', cell: ({ createdAt }) => <Time iso={createdAt} /> },
  { id: 'type', title: 'Event', cell: ({ type }) => type },
  {
    id: 'order',
    title: 'Order',
    deskOnly: true,
    cell: ({ orderNo }) => (orderNo === null ? <Tag small>test</Tag> : <OrderNumber orderNo={orderNo} short />),
  },
  {
    id: 'state',
    title: 'Status',
    cell: ({ delivery }) => (
      <Tag small tone={STATES[delivery].tone}>
        {STATES[delivery].label}
      </Tag>
    ),
  },
  { id: 'tries', title: 'Attempts', figure: true, deskOnly: true, cell: ({ tries }) => tries },
  {
    id: 'answer',
    title: 'Last response',
    figure: true,
    cell: ({ status, tries }) => status ?? (tries > 0 ? 'none' : '–'),
  },
];

/** A partner's events, the answers of its endpoint, and actions: send events again, send test events, switch webhooks on. */
export function PartnerDeliveries({ partner }: { readonly partner: PartnerDetails }) {
  const search = useSearch({ strict: false });
  const navigate = useNavigate();
  const state = parseState(search['state']);
  const cursor = Number(search['before']) || undefined;
  const request = { partner: partner.id, ...(state && { state }), ...(cursor !== undefined && { cursor }) };
  const { data, isError, refetch } = useConsoleQuery('deliveries', request, {
    keepsPrevious: true,
    topics: ['requests'],
  });
  const go = (next: Readonly<Record<string, string>>) =>
    void navigate({ to: `/partners/${partner.id}/webhooks`, search: next });
  const stateFilter: Readonly<Record<string, string>> = state === undefined ? {} : { state };
  return (
    <div className="partners-columns">
      <Card title="Events, last 30 days" flush>
        <div className="partners-filter">
          <Chips label="Status">
            {Object.entries(STATES).map(([id, { label }]) => (
              <Chip key={id} on={state === id} onToggle={() => go(state === id ? {} : { state: id })}>
                {label}
              </Chip>
            ))}
          </Chips>
        </div>
        <Table
          label="Events"
          columns={COLUMNS}
          rows={data?.list}
          rowId={({ event }) => event}
          onOpen={({ event }) => go({ ...stateFilter, event, ...(cursor !== undefined && { before: String(cursor) }) })}
          getTone={({ delivery }) => (delivery === 'given_up' ? 'bad' : undefined)}
          empty={state === undefined ? 'No events in the last 30 days.' : 'No events with this status.'}
          failed={isError ? { onRetry: () => void refetch() } : undefined}
        />
        <div className="partners-filter">
          {cursor !== undefined && (
            <Button size="small" onClick={() => go(stateFilter)}>
              Newest
            </Button>
          )}
          {data?.cursor != null && (
            <Button size="small" onClick={() => go({ ...stateFilter, before: String(data.cursor) })}>
              Older
            </Button>
          )}
        </div>
      </Card>
      <div className="stack">
        {search['event'] !== undefined && <DeliveryCard partner={partner} event={search['event']} />}
        <Card title="Endpoint">
          <KeyValues
            rows={[
              { label: 'URL', value: partner.webhook.url ?? 'none' },
              { label: 'Status', value: <WebhookState webhook={partner.webhook} /> },
              { label: 'Waiting', value: partner.webhook.waiting },
              { label: 'Given up', value: partner.webhook.failed },
            ]}
          />
        </Card>
        <ReplayEventsForm partner={partner} event={search['event']} />
      </div>
    </div>
  );
}

type ReplayEventsFormProps = { readonly partner: PartnerDetails; readonly event: string | undefined };

/** Repeats one event, or all from a position or a time on. */
function ReplayEventsForm({ partner, event }: ReplayEventsFormProps) {
  const [from, setFrom] = useState('');
  return (
    <PartnerActions
      partner={partner}
      actions={['replay-events', 'test-events', 'switch-on']}
      buildInput={(act) => buildReplayInput(act, event, from.trim())}
      fields={{
        'replay-events': (
          <TextField
            label="From position or time"
            hint={
              event === undefined
                ? 'Such as 41 or 2026-11-21T10:00:00Z. Or select one event in the list.'
                : 'Leave empty to resend only the event that is open.'
            }
            value={from}
            onChange={setFrom}
          />
        ),
      }}
    />
  );
}

/** Undefined until the events are specified. */
function buildReplayInput({ action, input }: PartnerAction, event: string | undefined, from: string) {
  if (action !== 'replay-events') return input;
  if (from !== '') return { event: '', from };
  return event === undefined ? undefined : { event, from: '' };
}

function parseState(value: string | undefined): State | undefined {
  return value !== undefined && value in STATES ? (value as State) : undefined;
}
