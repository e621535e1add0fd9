import { Link, useNavigate, useParams } from '@tanstack/react-router';
import type { FunctionComponent } from 'react';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { Failed } from '../../parts/Failed.tsx';
import { Note } from '../../parts/Note.tsx';
import { ScreenHead } from '../../parts/ScreenHead.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { Tabs } from '../../parts/Tabs.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { PartnerDeliveries } from './PartnerDeliveries.tsx';
import { PartnerKeys } from './PartnerKeys.tsx';
import { PartnerOrigins } from './PartnerOrigins.tsx';
import { PartnerShares } from './PartnerShares.tsx';
import type { ShownPartner } from './partner.ts';

type PartProps = { readonly partner: ShownPartner };

const PARTS = {
  origins: { title: 'Origins', Part: PartnerOrigins },
  keys: { title: 'Keys', Part: PartnerKeys },
  webhooks: { title: 'Webhooks', Part: PartnerDeliveries },
  shares: { title: 'Shares', Part: PartnerShares },
} as const satisfies Readonly<Record<string, { title: string; Part: FunctionComponent<PartProps> }>>;

type PartId = keyof typeof PARTS;

/** One partner: where it opens from, what it signs with, whether it hears, what it is owed. */
export function PartnerPage({ id }: { readonly id: string }) {
  const { tab = 'origins' } = useParams({ strict: false });
  const navigate = useNavigate();
  const { data, isError, isPending, error, refetch } = useConsoleQuery('partner', { id }, { topics: ['requests'] });
  const part: PartId = tab in PARTS ? (tab as PartId) : 'origins';
  const { Part } = PARTS[part];
  const above = (
    <Link to={'/partners' as '/'} className="partners-back">
      Partners
    </Link>
  );
  const stuck = (data?.webhook.waiting ?? 0) + (data?.webhook.failed ?? 0);
  return (
    <>
      <ScreenHead
        title={data?.name ?? id}
        above={above}
        beside={data && <Tag>{data.kind === 'partner_site' ? 'Partner site' : 'Payment partner'}</Tag>}
        lead={data && leadOf(data)}
      />
      {isError && <Failed onAskAgain={() => void refetch()}>{error.message}</Failed>}
      {isPending && <Skeleton rows={6} />}
      {data?.enabled === false && (
        <Note tone="warn">
          It is switched off: nothing opens from its pages. Its orders go on, and what it is owed stays.
        </Note>
      )}
      {data?.webhook.state === 'off' && (
        <Note tone="bad">
          Nothing is posted: its endpoint said it was gone ({data.webhook.reason}). Its events wait until it is switched
          on.
        </Note>
      )}
      {data && (
        <Tabs
          label={data.name}
          tabs={Object.entries(PARTS).map(([key, { title }]) => ({
            id: key,
            title,
            ...(key === 'webhooks' && stuck > 0 && { count: stuck }),
          }))}
          value={part}
          onChange={(next) => void navigate({ to: `/partners/${id}/${next}` })}
        >
          <Part partner={data} />
        </Tabs>
      )}
    </>
  );
}

function leadOf({ orders: { made, delivered } }: ShownPartner): string {
  if (made === 0) return 'No order came from it in the last 30 days.';
  return `${delivered} of ${made} ${made === 1 ? 'order' : 'orders'} of the last 30 days were delivered.`;
}
