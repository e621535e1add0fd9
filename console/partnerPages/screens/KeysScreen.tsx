import type { PartnerPageCallData } from '@slipway/contract/partnerPageCalls.ts';
import { Card } from '../../parts/Card.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { LoadErrorNote } from '../../parts/LoadErrorNote.tsx';
import { Skeleton } from '../../parts/Skeleton.tsx';
import { KeyRow } from '../../parts/values/KeyRow.tsx';
import { useMemberQuery } from '../api/memberCall.ts';
import { useLoggedInSession } from '../api/session.ts';
import { PageHead } from '../app/PageHead.tsx';
import { ChangeForm } from './ChangeForm.tsx';
import { ChangeList } from './ChangeList.tsx';

type Keys = PartnerPageCallData<'keys'>;

/** Keys, secrets and requests to change them or the settings. */
export function KeysScreen() {
  const { operatorName, partner } = useLoggedInSession();
  const keys = useMemberQuery('keys', {});
  const overview = useMemberQuery('overview', {});
  const changes = useMemberQuery('changes', {});
  const failed = [keys, overview, changes].find(({ isError }) => isError);
  return (
    <>
      <PageHead
        title="Keys and origins"
        lead={`${operatorName} decides each change, and hands you new keys and secrets. These pages never show them.`}
      />
      {failed && <LoadErrorNote onRetry={() => void failed.refetch()}>{failed.error?.message ?? ''}</LoadErrorNote>}
      {keys.isPending && <Skeleton rows={8} />}
      <div className="pages-columns">
        <div className="pages-screen-part">
          {keys.data && <KeyCards keys={keys.data} />}
          {changes.data && <ChangeList requests={changes.data.requests} mayChange={partner.enabled} />}
        </div>
        {overview.data && partner.enabled && <ChangeForm settings={overview.data} operatorName={operatorName} />}
      </div>
    </>
  );
}

function KeyCards({ keys: { keys, linkKeys, webhookSecrets } }: { readonly keys: Keys }) {
  return (
    <>
      <Card title="Server keys" count={keys.length} flush>
        {keys.length === 0 && <EmptyState>No key yet: your server cannot make calls.</EmptyState>}
        <ul className="pages-list">
          {keys.map(({ id, ...dates }) => (
            <KeyRow key={id} name={id} {...dates} />
          ))}
        </ul>
      </Card>
      <Card title="Webhook secrets" count={webhookSecrets.length} flush>
        {webhookSecrets.length === 0 && <EmptyState>No secret yet: webhooks are not sent.</EmptyState>}
        <ul className="pages-list">
          {webhookSecrets.map((dates) => (
            <KeyRow key={dates.createdAt} name="Secret" {...dates} />
          ))}
        </ul>
      </Card>
      <Card title="Link keys" count={linkKeys.length} flush>
        {linkKeys.length === 0 && <EmptyState>No link key yet: your links are not signed.</EmptyState>}
        <ul className="pages-list">
          {linkKeys.map(({ id, ...dates }) => (
            <KeyRow key={id} name={id} {...dates} />
          ))}
        </ul>
      </Card>
    </>
  );
}
