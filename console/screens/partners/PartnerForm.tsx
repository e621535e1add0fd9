import { payMethods } from '@slipway/contract/entities/payMethods.ts';
import { SelectField } from '../../parts/fields/SelectField.tsx';
import { TextField } from '../../parts/fields/TextField.tsx';
import { Note } from '../../parts/Note.tsx';
import { formatPayMethod } from '../orders/orderLabels.ts';
import { findDraftErrors, type PartnerDraft } from './partnerDraft.ts';

type PartnerFormProps = {
  readonly current: PartnerDraft;
  readonly draft: PartnerDraft;
  readonly onChange: (draft: PartnerDraft) => void;
};

const FIELDS: readonly { readonly name: Exclude<keyof PartnerDraft, 'payMethod'>; readonly label: string }[] = [
  { name: 'name', label: 'Name' },
  { name: 'origins', label: 'Allowed origins, separated by spaces' },
  { name: 'redirects', label: 'Redirect origins, separated by spaces' },
  { name: 'webhookUrl', label: 'Webhook URL' },
  { name: 'share', label: 'Revenue share (% of the amount paid)' },
  {
    name: 'savedCardEuroPerDay',
    label: 'Saved-card limit (EUR) per buyer and 24 hours without a login code, if the partner logs the buyer in',
  },
  { name: 'offerType', label: 'Provider (leave empty to let the buyer choose)' },
];

const ANY = 'any';
const METHODS = [
  { value: ANY, label: 'Buyer’s choice' },
  ...payMethods.map((method) => ({ value: method, label: formatPayMethod(method) })),
];

/** Edits a partner's row; changed values are shown next to the old ones. */
export function PartnerForm({ current, draft, onChange }: PartnerFormProps) {
  const faults = findDraftErrors(draft);
  const set = (name: keyof PartnerDraft) => (value: string) => onChange({ ...draft, [name]: value });
  return (
    <div className="partners-fields">
      {FIELDS.map(({ name, label }) => (
        <TextField
          key={name}
          label={label}
          value={draft[name]}
          was={current[name]}
          error={faults[name]}
          onChange={set(name)}
          {...((name === 'share' || name === 'savedCardEuroPerDay') && { inputMode: 'decimal' as const })}
        />
      ))}
      <SelectField
        label="Method"
        options={METHODS}
        value={draft.payMethod || ANY}
        onChange={(method) => set('payMethod')(method === ANY ? '' : method)}
      />
      {draft.share !== current.share && faults.share === undefined && (
        <Note>
          The share of {draft.share}% applies to new orders only. Existing orders keep {current.share}%, and the amounts
          owed for them do not change.
        </Note>
      )}
    </div>
  );
}
