import type { ReactNode } from 'react';
import { Card } from '../../parts/Card.tsx';
import { CopyButton } from '../../parts/CopyButton.tsx';
import { type KeyValue, KeyValues } from '../../parts/KeyValues.tsx';
import { Time } from '../../parts/Time.tsx';
import { Reveal } from '../../person/Reveal.tsx';
import type { Buyer } from './BuyerScreen.tsx';

/** What the buyer has said, what was verified, and the account itself: masked, each field shown to whom the server says. */
export function BuyerDetails({ buyer }: { readonly buyer: Buyer }) {
  const { sessions } = buyer;
  return (
    <div className="buyer-pair">
      <Card title="Said">
        <KeyValues rows={buyer.details.map(lineOf)} />
      </Card>
      <div className="buyer-main">
        <Card title="Verified">
          <KeyValues rows={buyer.verified.map(lineOf)} />
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
              { label: 'Through', value: buyer.partner === '0' ? 'own page' : buyer.partner },
              { label: 'Sessions open', value: sessions.open },
              { label: 'Logged in, 30 days', value: sessions.since30Days },
              { label: 'Last seen', value: sessions.lastAt === null ? '–' : <Time iso={sessions.lastAt} /> },
            ]}
          />
        </Card>
      </div>
    </div>
  );
}

function lineOf({ name, value, tone, reveal }: Buyer['details'][number]): KeyValue {
  return {
    key: name,
    label: name,
    value: reveal ? <Reveal masked={value} field={reveal} /> : momentOr(value),
    ...(tone !== 'plain' && { tone }),
  };
}

function momentOr(text: string): ReactNode {
  return /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text) ? <Time iso={text} /> : text;
}
