import { useNavigate, useParams } from '@tanstack/react-router';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { useFrame } from '../../app/frameState.ts';
import { Card } from '../../parts/Card.tsx';
import { LiveBadge } from '../../parts/LiveBadge.tsx';
import { Money } from '../../parts/Money.tsx';
import { ScreenHead } from '../../parts/ScreenHead.tsx';
import { type Column, Table } from '../../parts/Table.tsx';
import { Time } from '../../parts/Time.tsx';
import { PartnerPage } from './PartnerPage.tsx';
import './partners.css';
import type { Partner } from './partner.ts';
import { Sums } from './Sums.tsx';
import { WebhookState } from './WebhookState.tsx';

/** Does their shop work? */
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
        <span className="second">{enabled ? id : `${id}, switched off`}</span>
      </span>
    ),
  },
  { id: 'webhook', title: 'Webhook', cell: ({ webhook }) => <WebhookState webhook={webhook} /> },
  { id: 'waiting', title: 'Waiting', figure: true, cell: ({ webhook }) => <Count of={webhook.waiting} /> },
  { id: 'failed', title: 'Failed', figure: true, cell: ({ webhook }) => <Count of={webhook.failed} /> },
  {
    id: 'made',
    title: 'Orders, 30 days',
    figure: true,
    deskOnly: true,
    cell: ({ orders }) => <Count of={orders.made} />,
  },
  {
    id: 'delivered',
    title: 'Delivered',
    figure: true,
    deskOnly: true,
    cell: ({ orders }) => <Count of={orders.delivered} />,
  },
  {
    id: 'key',
    title: 'Key last used',
    deskOnly: true,
    cell: ({ keyUsedAt }) => (keyUsedAt === null ? <span className="second">never</span> : <Time iso={keyUsedAt} />),
  },
  { id: 'owed', title: 'Shares owed', figure: true, cell: ({ owed }) => <Sums of={owed} /> },
];

function PartnerList() {
  const { heardAt } = useFrame();
  const navigate = useNavigate();
  const { data, isError, dataUpdatedAt, refetch } = useConsoleQuery('partners', {});
  const columns = COLUMNS.map((column) =>
    column.id === 'owed' && data ? { ...column, sum: <Sums of={data.owed} /> } : column,
  );
  return (
    <>
      <ScreenHead title="Partners" aside={<LiveBadge heardAt={heardAt} />} lead={leadOf(data?.list)} />
      <Card label="Partners" flush>
        <Table
          label="Partners"
          columns={columns}
          rows={data?.list}
          rowId={({ id }) => id}
          onOpen={({ id }) => void navigate({ to: `/partners/${id}/origins` })}
          toneOf={({ webhook }) => (webhook.state === 'off' ? 'bad' : webhook.failed > 0 ? 'warn' : undefined)}
          empty="No site opens Slipway yet. A partner is a row of the catalog: npm run operate -- set partner …"
          failed={
            isError
              ? {
                  ...(dataUpdatedAt > 0 && { asOf: new Date(dataUpdatedAt).toISOString() }),
                  onAskAgain: () => void refetch(),
                }
              : undefined
          }
        />
      </Card>
    </>
  );
}

function leadOf(list: readonly Partner[] | undefined): string {
  if (!list) return 'Does their shop work?';
  if (list.every(({ webhook }) => webhook.state === 'none'))
    return 'No partner is told of its orders yet: none has a secret.';
  const troubled = list.filter(({ webhook }) => webhook.state === 'off' || webhook.failed > 0);
  if (troubled.length === 0) return 'Every event that was posted has been taken, or is being tried.';
  const [first] = troubled;
  return troubled.length === 1
    ? `${first?.name} has not taken all that it was told.`
    : `${troubled.length} partners have not taken all that they were told.`;
}

function Count({ of }: { readonly of: number }) {
  return <Money amount={String(of)} />;
}
