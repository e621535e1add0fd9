import { useNavigate, useParams } from '@tanstack/react-router';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { useFrameState } from '../../app/frameState.ts';
import { Card } from '../../parts/Card.tsx';
import { LiveBadge } from '../../parts/connection/LiveBadge.tsx';
import { ScreenHead } from '../../parts/ScreenHead.tsx';
import { type Column, Table } from '../../parts/tables/Table.tsx';
import { Time } from '../../parts/time/Time.tsx';
import { Money } from '../../parts/values/Money.tsx';
import { PartnerPage } from './PartnerPage.tsx';
import './partners.css';
import { AmountList } from './AmountList.tsx';
import type { Partner } from './partnerData.ts';
import { WebhookState } from './WebhookState.tsx';

/** List of partners, or one of them. */
export default function PartnersScreen() {
  const { id } = useParams({ strict: false });
  return id === undefined ? <PartnerList /> : <PartnerPage id={id} />;
}

const COLUMNS: readonly Column<Partner>[] = [
  {
    id: 'name',
    title: 'Partner',
    cell: ({ id, name, enabled }) => (
      <span className="partners-name">
        <b>{name}</b>
        <span className="second">{enabled ? id : `${id}, disabled`}</span>
      </span>
    ),
  },
  { id: 'webhook', title: 'Webhook', cell: ({ webhook }) => <WebhookState webhook={webhook} /> },
  { id: 'waiting', title: 'Waiting', figure: true, cell: ({ webhook }) => <CountCell of={webhook.waiting} /> },
  { id: 'failed', title: 'Failed', figure: true, cell: ({ webhook }) => <CountCell of={webhook.failed} /> },
  {
    id: 'made',
    title: 'Orders, 30 days',
    figure: true,
    deskOnly: true,
    cell: ({ orders }) => <CountCell of={orders.made} />,
  },
  {
    id: 'delivered',
    title: 'Delivered',
    figure: true,
    deskOnly: true,
    cell: ({ orders }) => <CountCell of={orders.delivered} />,
  },
  {
    id: 'key',
    title: 'Key last used',
    deskOnly: true,
    cell: ({ keyUsedAt }) => (keyUsedAt === null ? <span className="second">never</span> : <Time iso={keyUsedAt} />),
  },
  { id: 'owed', title: 'Payable', figure: true, cell: ({ owed }) => <AmountList amounts={owed} /> },
];

function PartnerList() {
  const { updatedAt } = useFrameState();
  const navigate = useNavigate();
  const { data, isError, dataUpdatedAt, refetch } = useConsoleQuery('partners', {});
  const columns = COLUMNS.map((column) =>
    column.id === 'owed' && data ? { ...column, sum: <AmountList amounts={data.owed} /> } : column,
  );
  return (
    <>
      <ScreenHead title="Partners" aside={<LiveBadge updatedAt={updatedAt} />} lead={formatLead(data?.list)} />
      <Card label="Partners" flush>
        <Table
          label="Partners"
          columns={columns}
          rows={data?.list}
          rowId={({ id }) => id}
          onOpen={({ id }) => void navigate({ to: `/partners/${id}/origins` })}
          getTone={({ webhook }) => (webhook.state === 'off' ? 'bad' : webhook.failed > 0 ? 'warn' : undefined)}
          empty="No partners yet. Create one with npm run operate -- set partner …"
          failed={
            isError
              ? {
                  ...(dataUpdatedAt > 0 && { asOf: new Date(dataUpdatedAt).toISOString() }),
                  onRetry: () => void refetch(),
                }
              : undefined
          }
        />
      </Card>
    </>
  );
}

function formatLead(list: readonly Partner[] | undefined): string {
  if (!list || list.length === 0) return 'Partner orders and webhooks';
  if (list.every(({ webhook }) => webhook.state === 'none')) return 'No webhook secrets configured.';
  const troubled = list.filter(({ webhook }) => webhook.state === 'off' || webhook.failed > 0);
  if (troubled.length === 0) return 'All events were delivered or are being retried.';
  const [first] = troubled;
  return troubled.length === 1
    ? `${first?.name} has undelivered events.`
    : `${troubled.length} partners have undelivered events.`;
}

function CountCell({ of }: { readonly of: number }) {
  return <Money amount={String(of)} />;
}
