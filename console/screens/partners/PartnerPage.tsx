import { Link, useNavigate, useParams } from '@tanstack/react-router';
import type { FunctionComponent } from 'react';
import { useConsoleQuery } from '../../api/useConsoleQuery.ts';
import { LoadErrorNote } from '../../parts/LoadErrorNote.tsx';
import { Note } from '../../parts/Note.tsx';
import { ScreenHead } from '../../parts/ScreenHead.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { Tabs } from '../../parts/Tabs.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { PartnerDeliveries } from './PartnerDeliveries.tsx';
import { PartnerKeys } from './PartnerKeys.tsx';
import { PartnerRequests } from './PartnerRequests.tsx';
import { PartnerSettings } from './PartnerSettings.tsx';
import { PartnerShares } from './PartnerShares.tsx';
import type { PartnerDetails } from './partnerData.ts';

type TabContentProps = { readonly partner: PartnerDetails };

const TABS = {
  origins: { title: 'Origins', Part: PartnerSettings },
  keys: { title: 'Keys', Part: PartnerKeys },
  webhooks: { title: 'Webhooks', Part: PartnerDeliveries },
  shares: { title: 'Revenue share', Part: PartnerShares },
  requests: { title: 'Requests', Part: PartnerRequests },
} as const satisfies Readonly<Record<string, { title: string; Part: FunctionComponent<TabContentProps> }>>;

type TabId = keyof typeof TABS;

/** One partner: settings, keys, webhooks, shares, and what its people request. */
export function PartnerPage({ id }: { readonly id: string }) {
  const { tab = 'origins' } = useParams({ strict: false });
  const navigate = useNavigate();
  const { data, isError, isPending, error, refetch } = useConsoleQuery('partner', { id }, { topics: ['requests'] });
  const part: TabId = tab in TABS ? (tab as TabId) : 'origins';
  const { Part } = TABS[part];
  const above = (
    <Link to={'/partners' as '/'} className="partners-back">
      Partners
    </Link>
  );
  const undelivered = (data?.webhook.waiting ?? 0) + (data?.webhook.failed ?? 0);
  const openRequests = data?.changeRequests.filter(({ state }) => state === 'open').length ?? 0;
  return (
    <>
      <ScreenHead
        title={data?.name ?? id}
        above={above}
        titleAddition={data && <Tag>{data.kind === 'partner_site' ? 'Partner site' : 'Payment partner'}</Tag>}
        lead={data && formatLead(data)}
      />
      {isError && <LoadErrorNote onRetry={() => void refetch()}>{error.message}</LoadErrorNote>}
      {isPending && <Skeleton rows={6} />}
      {data?.enabled === false && (
        <Note tone="warn">
          This partner is disabled: its pages cannot open purchases. Existing orders continue, and amounts owed do not
          change.
        </Note>
      )}
      {data?.webhook.state === 'off' && (
        <Note tone="bad">
          Events are not sent: the endpoint reported that it is gone ({data.webhook.reason}). Events wait until the
          webhook is switched on.
        </Note>
      )}
      {data && (
        <Tabs
          label={data.name}
          tabs={Object.entries(TABS).map(([key, { title }]) => ({
            id: key,
            title,
            ...(key === 'webhooks' && undelivered > 0 && { count: undelivered }),
            ...(key === 'requests' && openRequests > 0 && { count: openRequests }),
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

function formatLead({ orders: { made, delivered } }: PartnerDetails): string {
  if (made === 0) return 'No orders in the last 30 days.';
  return `${delivered} of ${made} ${made === 1 ? 'order' : 'orders'} in the last 30 days delivered.`;
}
