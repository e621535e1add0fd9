import type { ReviewReason } from '../../account/reviewStore.ts';
import type { RiskRule } from '../../risk/riskRules.ts';

/** Titles of holds by the order's reason. Any other reason is shown as its words. */
const HOLDS: Readonly<Record<string, string>> = {
  operator: 'Held by an operator',
  buyer_blocked: 'Buyer is blocked',
  funds_short: 'Not enough coins in the wallet',
  name_listed: 'Name close to a listed one',
  address_denied: 'Address on a deny list',
  transfer_taken_back: 'Transfer taken back by the bank',
  identity_rejected: 'Document rejected',
  held_by_provider: 'Held by the provider',
};

const MISMATCHES: Readonly<Partial<Record<RiskRule['measure'], string>>> = {
  card_country_differs: 'Card country mismatch',
  payer_name_differs: 'Payer name mismatch',
};

const EXCEPTIONS: Readonly<Record<string, string>> = {
  underpaid: 'Underpaid',
  overpaid: 'Overpaid',
  paid_late: 'Paid after the price had expired',
};

/** Why a booking of the bank matches no order. */
const UNMATCHED: Readonly<Record<string, string>> = {
  no_reference: 'no reference of an order',
  unknown_reference: 'reference of no known order',
  wrong_currency: 'another currency than the order’s',
  not_ours: 'a return of nothing that we sent',
  taken_back: 'more taken back than was received',
  told_before: 'perhaps booked before',
  not_itemised: 'a batch without its items',
  returned: 'a transfer that the bank returned',
  booking_reversed: 'its manual booking was reversed',
};

const FIELDS: Readonly<Record<string, string>> = {
  name: 'name',
  birthDate: 'birth date',
  citizenship: 'citizenship',
};

type HeldOrder = { readonly reason: string | null; readonly exception: string; readonly frozen: boolean };
type Facts = Readonly<Record<string, unknown>>;

/** The title of a held order: the same in every list, on its page and on the command line. */
export function titleOfHold({ reason, exception, frozen }: HeldOrder, rules: readonly RiskRule[]): string {
  const rule = rules.find(({ name }) => name === reason);
  const title = rule
    ? (MISMATCHES[rule.measure] ?? `Risk rule: ${measureWords(rule)}`)
    : reason && (HOLDS[reason] ?? inWords(reason));
  const known = title || EXCEPTIONS[exception] || 'Held without a reason';
  return frozen ? `Frozen: ${known.charAt(0).toLowerCase()}${known.slice(1)}` : known;
}

/** What a rule measures: `card country differs`, `amount by buyer within a day`. */
export function measureWords(rule: RiskRule): string {
  if (!('of' in rule)) return rule.measure.replaceAll('_', ' ');
  return `${rule.measure} by ${rule.of} within ${rule.within === 'hour' ? 'an' : 'a'} ${rule.within}`;
}

/** The title of a question about a buyer: `Birth date mismatch`. */
export function titleOfReview(reason: ReviewReason, facts: Facts): string {
  const fields = fieldWords(facts);
  if (reason === 'name_listed') {
    const score = facts['scorePercent'];
    return `Name close to a listed one${typeof score === 'number' ? `: ${score} of 100` : ''}`;
  }
  if (reason === 'answer_changed') return `Rejected answer changed${fields === '' ? '' : `: ${fields}`}`;
  if (fields !== '') return `${fields.charAt(0).toUpperCase()}${fields.slice(1)} mismatch`;
  return facts['name'] === undefined ? 'Document mismatch' : 'Document name close to a listed one';
}

function fieldWords({ fields }: Facts): string {
  if (!Array.isArray(fields)) return '';
  return new Intl.ListFormat('en').format(fields.map((field) => FIELDS[String(field)] ?? String(field)));
}

/** The title of a dispute, or of the inquiry that comes before one. */
export function titleOfDispute({ status, reason }: { readonly status: string; readonly reason: string }): string {
  return `${status === 'warned' ? 'Inquiry' : 'Dispute'}: ${reason.replaceAll('_', ' ')}`;
}

/** The title of a bank booking that matches no order. */
export function titleOfUnmatched(reason: string | null): string {
  return `Unmatched payment: ${unmatchedWords(reason)}`;
}

export function unmatchedWords(reason: string | null): string {
  return reason === null ? 'no order found' : (UNMATCHED[reason] ?? reason.replaceAll('_', ' '));
}

/** `Card not present` for `card_not_present`. */
export function inWords(word: string): string {
  const plain = word.replaceAll(/[_-]+/g, ' ').trim();
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}
