import type { ReactNode } from 'react';
import { Card } from '../../parts/Card.tsx';
import { Time } from '../../parts/time/Time.tsx';
import { CopyButton } from '../../parts/values/CopyButton.tsx';
import { type KeyValue, KeyValues } from '../../parts/values/KeyValues.tsx';
import { RevealableField } from '../../person/RevealableField.tsx';
import type { Buyer } from './BuyerScreen.tsx';

/**
 * The buyer's details, what was verified, and the account itself: masked, with a reveal button if the server offers it.
 */
export function BuyerDetails({ buyer }: { readonly buyer: Buyer }) {
  const { sessions } = buyer;
  return (
    <div className="buyer-pair">
      <Card title="Provided">
        <KeyValues rows={buyer.details.map(buildDetailRow)} />
      </Card>
      <div className="stack">
        <Card title="Verified">
          <KeyValues rows={buyer.verified.map(buildDetailRow)} />
        </Card>
        <Card title="Account">
          <KeyValues
            rows={[
              {
                label: 'Account',
                value: (
                  <span className="buyer-id mono" translate="no">
                    {buyer.id} <CopyButton value={buyer.id} label="Copy account" />
                  </span>
                ),
              },
              { label: 'Channel', value: buyer.partner === '0' ? 'direct' : buyer.partner },
              { label: 'Open sessions', value: sessions.open },
              { label: 'Logins, 30 days', value: sessions.since30Days },
              { label: 'Last seen', value: sessions.lastAt === null ? '–' : <Time iso={sessions.lastAt} /> },
            ]}
          />
        </Card>
      </div>
    </div>
  );
}

function buildDetailRow({ name, value, tone, reveal }: Buyer['details'][number]): KeyValue {
  return {
    key: name,
    label: name,
    value: reveal ? <RevealableField masked={value} field={reveal} /> : renderTimeOrText(value),
    ...(tone !== 'plain' && { tone }),
  };
}

function renderTimeOrText(text: string): ReactNode {
  return /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text) ? <Time iso={text} /> : text;
}
