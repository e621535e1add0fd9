import type { ReactNode } from 'react';
import { Card } from '../../parts/Card.tsx';
import { Empty } from '../../parts/Empty.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { Time } from '../../parts/Time.tsx';
import { PartnerActs } from './PartnerActs.tsx';
import type { ShownPartner } from './partner.ts';

/** What it signs with: ids and dates, never a secret. */
export function PartnerKeys({ partner }: { readonly partner: ShownPartner }) {
  const { keys, linkKeys, secrets } = partner;
  return (
    <div className="partners-columns">
      <div className="partners-stack">
        <Card title="Keys of its server" count={keys.length} flush>
          {keys.length === 0 && <Empty>Its server has no key: it may ask for nothing yet.</Empty>}
          <ul className="partners-list">
            {keys.map(({ id, madeAt, retiresAt, lastUsedAt }) => (
              <KeyRow key={id} name={id} madeAt={madeAt} retiresAt={retiresAt}>
                {lastUsedAt === null ? (
                  'never used'
                ) : (
                  <>
                    last used about <Time iso={lastUsedAt} />
                  </>
                )}
              </KeyRow>
            ))}
          </ul>
        </Card>
        <Card title="Secrets that sign its webhooks" count={secrets.length} flush>
          {secrets.length === 0 && <Empty>No secret was made yet: no event is posted.</Empty>}
          <ul className="partners-list">
            {secrets.map(({ madeAt, retiresAt }) => (
              <KeyRow key={madeAt} name="Secret" madeAt={madeAt} retiresAt={retiresAt} />
            ))}
          </ul>
        </Card>
        <Card title="Keys of its links" count={linkKeys.length} flush>
          {linkKeys.length === 0 && <Empty>It signs no links: they open with what the buyer types.</Empty>}
          <ul className="partners-list">
            {linkKeys.map(({ id, madeAt, retiresAt }) => (
              <KeyRow key={id} name={id} madeAt={madeAt} retiresAt={retiresAt} />
            ))}
          </ul>
        </Card>
      </div>
      <PartnerActs partner={partner} actions={['partner-key', 'rotate-secret', 'rotate-link-key']} />
    </div>
  );
}

type KeyRowProps = {
  readonly name: string;
  readonly madeAt: string;
  readonly retiresAt: string | null;
  readonly children?: ReactNode;
};

function KeyRow({ name, madeAt, retiresAt, children }: KeyRowProps) {
  return (
    <li className="partners-row">
      <div>
        <b className="mono" translate="no">
          {name}
        </b>
        <p className="second">
          made <Time iso={madeAt} />
          {children !== undefined && <>, {children}</>}
        </p>
      </div>
      {retiresAt === null ? (
        <Tag tone="good">newest</Tag>
      ) : (
        <Tag tone="warn">
          until <Time iso={retiresAt} />
        </Tag>
      )}
    </li>
  );
}
