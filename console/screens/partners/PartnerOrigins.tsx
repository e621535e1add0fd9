import { useState } from 'react';
import { Card } from '../../parts/Card.tsx';
import { KeyValues } from '../../parts/KeyValues.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { changeOf, type Draft, draftOf } from './change.ts';
import { PartnerActs } from './PartnerActs.tsx';
import { PartnerForm } from './PartnerForm.tsx';
import type { ShownPartner } from './partner.ts';

/** Where it may open Slipway from, where buyers may be sent back to, what was agreed with it, and how that is changed. */
export function PartnerOrigins({ partner }: { readonly partner: ShownPartner }) {
  const stands = draftOf(partner);
  const [draft, setDraft] = useState<Draft>(stands);
  return (
    <div className="partners-columns">
      <Card title="As it is" aside={partner.enabled ? undefined : <Tag tone="warn">Switched off</Tag>}>
        <KeyValues
          rows={[
            { label: 'Name', value: partner.name },
            { label: 'Opens from', value: <Lines of={partner.origins} none="no site: by links alone" /> },
            { label: 'Sends back to', value: <Lines of={partner.redirects} none="nowhere but here" /> },
            { label: 'Webhook', value: partner.webhook.url ?? 'no address' },
            { label: 'Share of what the buyer pays', value: `${partner.share}%` },
            {
              label: 'Saved cards after its logins',
              value: `${partner.savedCardEuroPerDay} EUR a day without a code`,
            },
            { label: 'Method', value: partner.payMethod?.replaceAll('_', ' ') ?? 'the buyer chooses' },
            { label: 'Provider', value: partner.offerType ?? 'the buyer chooses' },
          ]}
        />
      </Card>
      <PartnerActs
        partner={partner}
        actions={['set', 'switch']}
        inputOf={(act) => (act.id === 'set' ? changeOf(act, stands, draft) : act.input)}
        fields={{ set: <PartnerForm stands={stands} draft={draft} onChange={setDraft} /> }}
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
