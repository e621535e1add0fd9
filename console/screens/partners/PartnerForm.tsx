import { payMethods } from '@slipway/contract/entities/payMethods.ts';
import { Note } from '../../parts/Note.tsx';
import { SelectField } from '../../parts/SelectField.tsx';
import { TextField } from '../../parts/TextField.tsx';
import { type Draft, faultsOf } from './change.ts';

type PartnerFormProps = {
  readonly stands: Draft;
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
};

const FIELDS: readonly { readonly name: Exclude<keyof Draft, 'payMethod'>; readonly label: string }[] = [
  { name: 'name', label: 'Name' },
  { name: 'origins', label: 'Opens from, origins with spaces between' },
  { name: 'redirects', label: 'Sends back to, origins with spaces between' },
  { name: 'webhookUrl', label: 'Webhook address' },
  { name: 'share', label: 'Share of what the buyer pays, in percent' },
  { name: 'savedCardEuroPerDay', label: 'Saved cards after its logins, in euros a day without a code' },
  { name: 'offerType', label: 'Provider, empty where the buyer chooses' },
];

const ANY = 'any';
const METHODS = [
  { value: ANY, label: 'the buyer chooses' },
  ...payMethods.map((method) => ({ value: method, label: method.replaceAll('_', ' ') })),
];

/** A partner's row as it shall be; what differs stands beside what was. */
export function PartnerForm({ stands, draft, onChange }: PartnerFormProps) {
  const faults = faultsOf(draft);
  const set = (name: keyof Draft) => (value: string) => onChange({ ...draft, [name]: value });
  return (
    <div className="partners-fields">
      {FIELDS.map(({ name, label }) => (
        <TextField
          key={name}
          label={label}
          value={draft[name]}
          was={stands[name]}
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
      {draft.share !== stands.share && faults.share === undefined && (
        <Note>
          New orders alone have the share of {draft.share}%. Orders that are made keep {stands.share}%, and what is owed
          for them stays.
        </Note>
      )}
    </div>
  );
}
