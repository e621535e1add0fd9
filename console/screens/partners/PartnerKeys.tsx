import type { ReactNode } from 'react';
import { Card } from '../../parts/Card.tsx';
import { EmptyState } from '../../parts/EmptyState.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { Time } from '../../parts/time/Time.tsx';
import { PartnerActions } from './PartnerActions.tsx';
import type { PartnerDetails } from './partnerData.ts';

/** A partner's keys: ids and dates, never a secret. */
export function PartnerKeys({ partner }: { readonly partner: PartnerDetails }) {
  const { keys, linkKeys, secrets } = partner;
  return (
    <div className="partners-columns">
      <div className="partners-stack">
        <Card title="Server keys" count={keys.length} flush>
          {keys.length === 0 && <EmptyState>No server key yet: the partner’s server cannot make requests.</EmptyState>}
          <ul className="partners-list">
            {keys.map(({ id, madeAt, retiresAt, lastUsedAt }) => (
              <PartnerKeyRow key={id} name={id} madeAt={madeAt} retiresAt={retiresAt}>
                {lastUsedAt === null ? (
                  'never used'
                ) : (
                  <>
                    last used about <Time iso={lastUsedAt} />
                  </>
                )}
              </PartnerKeyRow>
            ))}
          </ul>
        </Card>
        <Card title="Webhook secrets" count={secrets.length} flush>
          {secrets.length === 0 && <EmptyState>No webhook secret yet: events are not sent.</EmptyState>}
          <ul className="partners-list">
            {secrets.map(({ madeAt, retiresAt }) => (
              <PartnerKeyRow key={madeAt} name="Secret" madeAt={madeAt} retiresAt={retiresAt} />
            ))}
          </ul>
        </Card>
        <Card title="Link keys" count={linkKeys.length} flush>
          {linkKeys.length === 0 && (
            <EmptyState>No link keys: links are not signed, and the buyer enters all values.</EmptyState>
          )}
          <ul className="partners-list">
            {linkKeys.map(({ id, madeAt, retiresAt }) => (
              <PartnerKeyRow key={id} name={id} madeAt={madeAt} retiresAt={retiresAt} />
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

type PartnerKeyRowProps = {
  readonly name: string;
  readonly madeAt: string;
  readonly retiresAt: string | null;
  readonly children?: ReactNode;
};

function PartnerKeyRow({ name, madeAt, retiresAt, children }: PartnerKeyRowProps) {
  return (
    <li className="partners-row">
      <div>
        <b className="mono" translate="no">
          {name}
        </b>
        <p className="second">
          created <Time iso={madeAt} />
          {children !== undefined && <>, {children}</>}
        </p>
      </div>
      {retiresAt === null ? (
        <Tag tone="good">newest</Tag>
      ) : (
        <Tag tone="warn">
          valid until <Time iso={retiresAt} />
        </Tag>
      )}
    </li>
  );
}
