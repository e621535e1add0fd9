import { MAXIMUM_AGE_YEARS } from '@slipway/contract/entities/buyer/age.ts';
import { isPlainText, normalizeToSingleLine } from '@slipway/contract/plainText.ts';
import { CallError } from '../../api/callError.ts';
import { type Details, type DetailsField, emptyDetails } from './detailsDraft.ts';

export type FieldFault = 'missing' | 'malformed' | { readonly error: CallError };
export type DetailsFaults = Partial<Record<DetailsField | 'form', FieldFault>>;

const fields = Object.keys(emptyDetails) as DetailsField[];

/** Validates the form locally. Age, citizenship and phone number are checked by the server. */
export function checkDetails(details: Details, today: Date): DetailsFaults {
  const missing = fields.filter((name) => details[name].trim() === '');
  const faults: DetailsFaults = Object.fromEntries(missing.map((name) => [name, 'missing']));
  if (!isPlainText(normalizeToSingleLine(details.city))) faults.city = 'missing';
  if (!faults.birthDate && !isBirthDate(details.birthDate, today)) faults.birthDate = 'malformed';
  return faults;
}

/** Field to which an error belongs. */
const fieldsByError: Readonly<Record<string, DetailsField>> = {
  too_young: 'birthDate',
  citizenship_unsupported: 'citizenship',
  phone_invalid: 'phone',
};

/** Returns the errors of a failed submission: below the field concerned, else below the form. */
export function toDetailsFaults(error: CallError): DetailsFaults {
  const { detail } = error;
  const field = detail && fieldsByError[detail.error];
  if (field) return { [field]: { error } };
  const named = fields.find((name) => detail?.error === 'malformed' && detail.facts.field === name);
  return named ? { [named]: 'malformed' } : { form: { error } };
}

/** Returns true for a real calendar date that is not in the future and within a human lifetime. */
function isBirthDate(isoDay: string, today: Date): boolean {
  const at = new Date(`${isoDay}T00:00:00Z`);
  if (Number.isNaN(at.getTime()) || at.toISOString() !== `${isoDay}T00:00:00.000Z`) return false;
  return at <= today && today.getUTCFullYear() - at.getUTCFullYear() <= MAXIMUM_AGE_YEARS;
}
