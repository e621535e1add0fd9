import { needsPostalCode } from '@slipway/contract/entities/buyer/postalCodes.ts';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/call.ts';
import { formatCountryName } from '../../../i18n/names.ts';
import { getLocale, type TextKey, text } from '../../../i18n/text.ts';
import { SelectField } from '../../../ui/form/SelectField.tsx';
import { FieldPair, TextField } from '../../../ui/form/TextField.tsx';
import type { BillingField } from './billingForm.ts';
import type { BillingForm } from './useBilling.ts';

const MAX_LENGTHS: Readonly<Record<BillingField, number>> = { name: 100, country: 2, city: 100, zip: 16, address: 200 };
const autoComplete = {
  name: 'cc-name',
  city: 'billing address-level2',
  zip: 'billing postal-code',
  address: 'billing street-address',
} as const;

/** Billing address as the card issuer has it; these fields are outside the acquirer's frame. */
export function BillingFields({ form }: { readonly form: BillingForm }) {
  const countries = useCountryOptions();
  const renderField = (name: Exclude<BillingField, 'country'>) => (
    <TextField
      label={text(findLabelKey(name, form.billing.country))}
      name={name}
      value={form.billing[name]}
      maxLength={MAX_LENGTHS[name]}
      autoComplete={autoComplete[name]}
      error={formatFault(form, name)}
      onChange={(value) => form.change(name, value)}
    />
  );
  return (
    <div className="stack">
      {renderField('name')}
      <SelectField
        label={text('enterCard.country')}
        name="country"
        value={form.billing.country}
        options={countries}
        long
        error={formatFault(form, 'country')}
        onChange={(value) => form.change('country', value)}
      />
      <FieldPair>
        {renderField('zip')}
        {renderField('city')}
      </FieldPair>
      {renderField('address')}
    </div>
  );
}

function findLabelKey(name: BillingField, country: string): TextKey {
  return name === 'zip' && country !== '' && !needsPostalCode(country) ? 'enterCard.zip_optional' : `enterCard.${name}`;
}

function formatFault({ missing }: BillingForm, field: BillingField): string | undefined {
  return missing.has(field) ? text(`enterCard.missing.${field}` as TextKey) : undefined;
}

function useCountryOptions() {
  const { data } = useQuery({
    queryKey: ['getCountry'],
    queryFn: ({ signal }) => call('getCountry', {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const collator = new Intl.Collator(getLocale());
  return (data ?? [])
    .map(({ code, country }) => ({ value: code, label: formatCountryName(code, country) }))
    .toSorted((a, b) => collator.compare(a.label, b.label));
}
