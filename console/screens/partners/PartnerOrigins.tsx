import { useState } from 'react';
import { Card } from '../../parts/Card.tsx';
import { KeyValues } from '../../parts/KeyValues.tsx';
import { TextField } from '../../parts/TextField.tsx';
import { changeOf, type Draft, draftOf } from './change.ts';
import { PartnerActs } from './PartnerActs.tsx';
import type { ShownPartner } from './partner.ts';

/** Where it may open Slipway from, where buyers may be sent back to, and how that is changed. */
export function PartnerOrigins({ partner }: { readonly partner: ShownPartner }) {
  const stands = draftOf(partner);
  const [draft, setDraft] = useState<Draft>(stands);
  const set = (name: keyof Draft) => (value: string) => setDraft((before) => ({ ...before, [name]: value }));
  return (
    <div className="partners-columns">
      <Card title="As it is">
        <KeyValues
          rows={[
            { label: 'Opens from', value: <Lines of={partner.origins} none="no site: by links alone" /> },
            { label: 'Sends back to', value: <Lines of={partner.redirects} none="nowhere but here" /> },
            { label: 'Webhook', value: partner.webhook.url ?? 'no address' },
            { label: 'Share of what the buyer pays', value: `${partner.share}%` },
            { label: 'Method', value: partner.payMethod?.replaceAll('_', ' ') ?? 'the buyer chooses' },
            { label: 'Provider', value: partner.offerType ?? 'the buyer chooses' },
          ]}
        />
      </Card>
      <PartnerActs
        partner={partner}
        actions={['set']}
        inputOf={(act) => changeOf(act, stands, draft)}
        fields={{
          set: (
            <div className="partners-fields">
              <TextField
                label="Opens from, origins with spaces between"
                value={draft.origins}
                was={stands.origins}
                onChange={set('origins')}
              />
              <TextField
                label="Sends back to, origins with spaces between"
                value={draft.redirects}
                was={stands.redirects}
                onChange={set('redirects')}
              />
              <TextField
                label="Webhook address"
                value={draft.webhookUrl}
                was={stands.webhookUrl}
                onChange={set('webhookUrl')}
              />
            </div>
          ),
        }}
      />
    </div>
  );
}

function Lines({ of, none }: { readonly of: readonly string[]; readonly none: string }) {
  if (of.length === 0) return <span className="second">{none}</span>;
  return (
    <ul className="partners-lines">
      {of.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
