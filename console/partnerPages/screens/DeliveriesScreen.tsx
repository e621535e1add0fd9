import type { PartnerPageCallData } from '@slipway/contract/partnerPageCalls.ts';
import { webhookTypes } from '@slipway/contract/webhookEvents.ts';
import { useState } from 'react';
import { Button } from '../../parts/Button.tsx';
import { Card } from '../../parts/Card.tsx';
import { SelectField } from '../../parts/fields/SelectField.tsx';
import { Note } from '../../parts/Note.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { Chip, Chips } from '../../parts/tables/Chip.tsx';
import { type Column, Table } from '../../parts/tables/Table.tsx';
import { Time } from '../../parts/time/Time.tsx';
import { OrderNumber } from '../../parts/values/OrderNumber.tsx';
import { describeFailure, memberCall, useMemberQuery } from '../api/memberCall.ts';
import { useLoggedInSession } from '../api/session.ts';
import { useChange } from '../api/useChange.ts';
import { PathLink, showPath } from '../app/navigation.tsx';
import { PageHead } from '../app/PageHead.tsx';
import { type DeliveryState, deliveryStates } from './deliveryStates.ts';

type Delivery = PartnerPageCallData<'deliveries'>['list'][number];
type WebhookType = keyof typeof webhookTypes;

const STATES = Object.entries(deliveryStates) as [DeliveryState, (typeof deliveryStates)[DeliveryState]][];
const TYPES = (Object.keys(webhookTypes) as WebhookType[]).map((type) => ({ value: type, label: type }));

const COLUMNS: readonly Column<Delivery>[] = [
  { id: 'event', title: 'Event', cell: ({ event, type }) => <PathLink to={`deliveries/${event}`}>{type}</PathLink> },
  { id: 'created', title: 'Created', cell: ({ createdAt }) => <Time iso={createdAt} /> },
  {
    id: 'order',
    title: 'Order',
    deskOnly: true,
    cell: ({ orderNo }) => (orderNo === null ? <Tag small>Test</Tag> : <OrderNumber orderNo={orderNo} short />),
  },
  {
    id: 'state',
    title: 'Status',
    cell: ({ delivery }) => (
      <Tag small tone={deliveryStates[delivery].tone}>
        {deliveryStates[delivery].label}
      </Tag>
    ),
  },
  { id: 'tries', title: 'Attempts', figure: true, deskOnly: true, cell: ({ tries }) => tries },
  {
    id: 'answer',
    title: 'Last answer',
    figure: true,
    cell: ({ status, tries }) => status ?? (tries > 0 ? 'none' : '–'),
  },
];

/** The events of the last 30 days, their states, and a test event. */
export function DeliveriesScreen() {
  const { partner } = useLoggedInSession();
  const [state, setState] = useState<DeliveryState>();
  /** Cursors of the pages up to the shown one. */
  const [cursors, setCursors] = useState<readonly number[]>([]);
  const cursor = cursors.at(-1);
  const query = useMemberQuery('deliveries', {
    ...(state && { state }),
    ...(cursor !== undefined && { cursor }),
  });
  const { data } = query;
  const choose = (next: DeliveryState | undefined) => {
    setState(next);
    setCursors([]);
  };
  return (
    <>
      <PageHead title="Deliveries" lead="Webhooks of the last 30 days, newest first." />
      <div className="pages-columns">
        <Card label="Deliveries" flush>
          <div className="pages-more">
            <Chips label="Status">
              {STATES.map(([id, { label }]) => (
                <Chip key={id} on={state === id} onToggle={() => choose(state === id ? undefined : id)}>
                  {label}
                </Chip>
              ))}
            </Chips>
          </div>
          <Table
            label="Deliveries"
            columns={COLUMNS}
            rows={data?.list}
            rowId={({ event }) => event}
            onOpen={({ event }) => showPath(`deliveries/${event}`)}
            empty={state === undefined ? 'No events yet.' : 'No event has this status.'}
            failed={describeFailure(query)}
          />
          {(cursor !== undefined || data?.cursor) && (
            <p className="pages-more pages-acts">
              {cursor !== undefined && <Button onClick={() => setCursors(cursors.slice(0, -1))}>Newer</Button>}
              {data?.cursor && <Button onClick={() => setCursors([...cursors, data.cursor ?? 0])}>Older</Button>}
            </p>
          )}
        </Card>
        {partner.enabled && <TestEventCard />}
      </div>
    </>
  );
}

function TestEventCard() {
  const { working, error, change } = useChange();
  const [type, setType] = useState<WebhookType>('order.paid');
  const [sent, setSent] = useState<string>();
  const send = async () => {
    const { event } = await memberCall('sendTestEvent', { type });
    setSent(event);
  };
  return (
    <Card title="Test event">
      <div className="pages-form">
        <p className="second">Your server gets an event that is marked as a test. No order is affected.</p>
        <SelectField
          label="Type"
          options={TYPES}
          value={type}
          onChange={(value) => setType(TYPES.find((one) => one.value === value)?.value ?? type)}
        />
        <Button kind="primary" working={working === 'send'} onClick={() => void change('send', send)}>
          Send test event
        </Button>
        {sent !== undefined && (
          <Note tone="good">
            Queued. <PathLink to={`deliveries/${sent}`}>Show its delivery</PathLink>
          </Note>
        )}
        {error !== undefined && <Note tone="bad">{error}</Note>}
      </div>
    </Card>
  );
}
