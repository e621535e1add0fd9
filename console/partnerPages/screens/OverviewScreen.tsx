import type { PartnerPageCallData } from '@slipway/contract/partnerPageCalls.ts';
import { Card } from '../../parts/Card.tsx';
import { LoadErrorNote } from '../../parts/LoadErrorNote.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { KeyValues } from '../../parts/values/KeyValues.tsx';
import { LineList } from '../../parts/values/LineList.tsx';
import { useMemberQuery } from '../api/memberCall.ts';
import { useLoggedInSession } from '../api/session.ts';
import { PathLink } from '../app/navigation.tsx';
import { PageHead } from '../app/PageHead.tsx';
import { ChangeList } from './ChangeList.tsx';

type Overview = PartnerPageCallData<'overview'>;

const STEPS: Readonly<Record<Overview['steps'][number]['step'], string>> = {
  origin: 'The origins of your pages are registered',
  key: 'Your server has a key',
  keyUsed: 'Your server has used its key',
  webhookUrl: 'An address for webhooks is registered',
  webhookSecret: 'A secret that signs webhooks exists',
  webhookOn: 'Webhooks are being sent',
  order: 'A buyer has created an order',
};

/** Shows the steps before going live, done or missing, the partner's requests, and the present settings. */
export function OverviewScreen() {
  const { mode, operatorName, partner } = useLoggedInSession();
  const { data, isError, isPending, error, refetch } = useMemberQuery('overview', {});
  return (
    <>
      <PageHead title="Overview" lead={data && formatLead(data, mode)} />
      {isError && <LoadErrorNote onRetry={() => void refetch()}>{error.message}</LoadErrorNote>}
      {isPending && <Skeleton rows={8} />}
      {data && (
        <div className="pages-columns">
          <div className="pages-screen-part">
            <Card title="Before you go live" flush>
              <ul className="pages-list">
                {data.steps.map(({ step, done }) => (
                  <li key={step}>
                    <div>{STEPS[step]}</div>
                    <Tag tone={done ? 'good' : 'warn'}>{done ? 'Done' : 'Missing'}</Tag>
                  </li>
                ))}
              </ul>
            </Card>
            {data.requests.length > 0 && <ChangeList requests={data.requests} mayChange={partner.enabled} />}
          </div>
          <Card title="Settings">
            <KeyValues
              rows={[
                { label: 'Mode', value: mode === 'live' ? 'Live' : 'Test: nothing real is bought here' },
                { label: 'Allowed origins', value: <LineList lines={data.origins} none="none" /> },
                { label: 'Redirect origins', value: <LineList lines={data.redirects} none="none" /> },
                { label: 'Webhook address', value: data.webhookUrl ?? 'none' },
                { label: 'Your share of the amount paid', value: `${data.share}%` },
              ]}
            />
            <p className="second">
              <PathLink to="keys">Request a change</PathLink>, which {operatorName} decides.
            </p>
          </Card>
        </div>
      )}
    </>
  );
}

function formatLead({ steps }: Overview, mode: 'test' | 'live'): string {
  const missing = steps.filter(({ done }) => !done).length;
  if (missing > 0) return `${missing} of ${steps.length} steps are missing before you go live.`;
  return mode === 'live' ? 'Everything is set up.' : 'Everything is set up here. Buyers pay at the live installation.';
}
