import type { PartnerPageCallData } from '@slipway/contract/partnerPageCalls.ts';
import { Card } from '../../parts/Card.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { type Column, Table } from '../../parts/tables/Table.tsx';
import { Time } from '../../parts/time/Time.tsx';
import type { Tone } from '../../parts/tone.ts';
import { OrderNumber } from '../../parts/values/OrderNumber.tsx';
import { describeFailure, useMemberQuery } from '../api/memberCall.ts';
import { PathLink } from '../app/navigation.tsx';
import { PageHead } from '../app/PageHead.tsx';

type Session = PartnerPageCallData<'purchaseSessions'>['list'][number];

const STATES: Readonly<Record<Session['state'], { readonly label: string; readonly tone: Tone }>> = {
  waiting: { label: 'Not opened', tone: 'plain' },
  expired: { label: 'Expired', tone: 'warn' },
  opened: { label: 'Opened', tone: 'plain' },
  ordered: { label: 'Order created', tone: 'good' },
};

const COLUMNS: readonly Column<Session>[] = [
  {
    id: 'session',
    title: 'Session',
    cell: ({ id }) => (
      <span className="mono" translate="no">
        {id}
      </span>
    ),
  },
  { id: 'created', title: 'Created', cell: ({ createdAt }) => <Time iso={createdAt} /> },
  {
    id: 'state',
    title: 'Status',
    cell: ({ state }) => (
      <Tag small tone={STATES[state].tone}>
        {STATES[state].label}
      </Tag>
    ),
  },
  {
    id: 'opened',
    title: 'Opened',
    deskOnly: true,
    cell: ({ openedAt }) => (openedAt === null ? '–' : <Time iso={openedAt} />),
  },
  {
    id: 'order',
    title: 'Order',
    cell: ({ orderNo }) =>
      orderNo === null ? (
        '–'
      ) : (
        <PathLink to={`orders/${orderNo}`}>
          <OrderNumber orderNo={orderNo} short />
        </PathLink>
      ),
  },
];

/** The newest sessions, which the partner's server or a signed link has created. */
export function SessionsScreen() {
  const query = useMemberQuery('purchaseSessions', {});
  const { data } = query;
  return (
    <>
      <PageHead
        title="Sessions"
        lead="The 100 newest sessions: purchases whose terms your server or a signed link has set."
      />
      <Card label="Sessions" flush>
        <Table
          label="Sessions"
          columns={COLUMNS}
          rows={data?.list}
          rowId={({ id }) => id}
          empty="No sessions in the last 30 days."
          failed={describeFailure(query)}
        />
      </Card>
    </>
  );
}
