import { useState } from 'react';
import { Card } from '../../parts/Card.tsx';
import { Tag } from '../../parts/Tag.tsx';
import { KeyValues } from '../../parts/values/KeyValues.tsx';
import { LineList } from '../../parts/values/LineList.tsx';
import { formatPayMethod } from '../orders/orderLabels.ts';
import { PartnerActions } from './PartnerActions.tsx';
import { PartnerForm } from './PartnerForm.tsx';
import type { PartnerDetails } from './partnerData.ts';
import { buildPartnerChange, buildPartnerDraft, type PartnerDraft } from './partnerDraft.ts';

/** Shows the settings of a partner (name, origins, redirects, webhook, share, saved cards), and the form that changes them. */
export function PartnerSettings({ partner }: { readonly partner: PartnerDetails }) {
  const current = buildPartnerDraft(partner);
  const [draft, setDraft] = useState<PartnerDraft>(current);
  return (
    <div className="partners-columns">
      <Card title="Current settings" aside={partner.enabled ? undefined : <Tag tone="warn">Disabled</Tag>}>
        <KeyValues
          rows={[
            { label: 'Name', value: partner.name },
            { label: 'Allowed origins', value: <LineList lines={partner.origins} none="none: links only" /> },
            { label: 'Redirect origins', value: <LineList lines={partner.redirects} none="none: this site only" /> },
            { label: 'Webhook', value: partner.webhook.url ?? 'no URL' },
            { label: 'Revenue share, of the amount paid', value: `${partner.share}%` },
            {
              label: 'Saved-card limit per buyer and 24 hours without a login code, if the partner logs the buyer in',
              value: `${partner.savedCardEuroPerDay} EUR`,
            },
            { label: 'Method', value: partner.payMethod ? formatPayMethod(partner.payMethod) : 'buyer’s choice' },
            { label: 'Provider', value: partner.offerType ?? 'buyer’s choice' },
          ]}
        />
      </Card>
      <PartnerActions
        partner={partner}
        actions={['set', 'switch']}
        buildInput={(act) => (act.id === 'set' ? buildPartnerChange(act, current, draft) : act.input)}
        fields={{ set: <PartnerForm current={current} draft={draft} onChange={setDraft} /> }}
      />
    </div>
  );
}
