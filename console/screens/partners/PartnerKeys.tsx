import { Card } from '../../parts/Card.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { KeyRow } from '../../parts/values/KeyRow.tsx';
import { PartnerActions } from './PartnerActions.tsx';
import type { PartnerDetails } from './partnerData.ts';

/** A partner's keys: ids and dates, never a secret. */
export function PartnerKeys({ partner }: { readonly partner: PartnerDetails }) {
  const { keys, linkKeys, secrets } = partner;
  return (
    <div className="partners-columns">
      <div className="stack">
        <Card title="Server keys" count={keys.length} flush>
          {keys.length === 0 && <EmptyState>No server key yet: the partner’s server cannot make requests.</EmptyState>}
          <ul className="partners-list">
            {keys.map(({ id, ...dates }) => (
              <KeyRow key={id} name={id} {...dates} className="partners-row" />
            ))}
          </ul>
        </Card>
        <Card title="Webhook secrets" count={secrets.length} flush>
          {secrets.length === 0 && <EmptyState>No webhook secret yet: events are not sent.</EmptyState>}
          <ul className="partners-list">
            {secrets.map((dates) => (
              <KeyRow key={dates.createdAt} name="Secret" {...dates} className="partners-row" />
            ))}
          </ul>
        </Card>
        <Card title="Link keys" count={linkKeys.length} flush>
          {linkKeys.length === 0 && (
            <EmptyState>No link keys: links are not signed, and the buyer enters all values.</EmptyState>
          )}
          <ul className="partners-list">
            {linkKeys.map(({ id, ...dates }) => (
              <KeyRow key={id} name={id} {...dates} className="partners-row" />
            ))}
          </ul>
        </Card>
      </div>
      <PartnerActions
        partner={partner}
        actions={['partner-key', 'rotate-secret', 'rotate-link-key', 'invite-partner']}
      />
    </div>
  );
}
