import type { ReviewReason } from '../../account/details/reviewStore.ts';
import type { RiskRule } from '../../risk/riskRules.ts';

/** Titles of holds by the order's reason code. A code that is neither here nor a risk rule's name is shown as words. */
export const HOLD_TITLES: Readonly<Record<string, string>> = {
  operator: 'Held by an operator',
  buyer_blocked: 'Buyer is blocked',
  funds_short: 'Not enough coins in the wallet',
  name_listed: 'Possible sanctions match',
  address_denied: 'Address on a deny list',
  transfer_recalled: 'Transfer recalled by the bank',
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
  paid_late: 'Paid after the price expired',
};

/** Reasons why a bank booking matches no order. */
export const UNMATCHED_REASONS: Readonly<Record<string, string>> = {
  no_reference: 'no order reference',
  unknown_reference: 'reference of no order',
  wrong_currency: 'currency differs from the order’s',
  unknown_transfer: 'outgoing payment that Slipway did not request',
  clawed_back: 'money taken back by the payer’s bank',
  possible_duplicate: 'possible duplicate of another booking',
  not_itemized: 'collective booking that the bank has not itemized',
  returned: 'returned transfer that is not a refund',
  booking_reversed: 'its manual booking was reversed',
};

const FIELDS: Readonly<Record<string, string>> = {
  name: 'name',
  birthDate: 'birth date',
  citizenship: 'citizenship',
};

type HeldOrder = { readonly reason: string | null; readonly exception: string; readonly frozen: boolean };
type Facts = Readonly<Record<string, unknown>>;

/** Returns the title of a held order, for the console and the command line. */
export function formatHoldTitle({ reason, exception, frozen }: HeldOrder, rules: readonly RiskRule[]): string {
  const rule = rules.find(({ name }) => name === reason);
  const title = rule
    ? (MISMATCHES[rule.measure] ?? `Risk rule: ${formatRiskMeasure(rule)}`)
    : reason && (HOLD_TITLES[reason] ?? humanizeCode(reason));
  const text = title || EXCEPTIONS[exception] || 'Held without a reason';
  return frozen ? `Frozen: ${text.charAt(0).toLowerCase()}${text.slice(1)}` : text;
}

/** Returns what a rule measures: `card country differs`, `amount by buyer within a day`. */
export function formatRiskMeasure(rule: RiskRule): string {
  if (!('of' in rule)) return rule.measure.replaceAll('_', ' ');
  return `${rule.measure} by ${rule.of} within ${rule.within === 'hour' ? 'an' : 'a'} ${rule.within}`;
}

/** Returns the title of a review of a buyer: `Birth date mismatch`. */
export function formatReviewTitle(reason: ReviewReason, facts: Facts): string {
  const fields = formatFieldNames(facts);
  if (reason === 'name_listed') {
    const score = facts['scorePercent'];
    return `Possible sanctions match${typeof score === 'number' ? `: ${score} %` : ''}`;
  }
  if (reason === 'answer_changed') return `Details changed after rejection${fields === '' ? '' : `: ${fields}`}`;
  if (fields !== '') return `${fields.charAt(0).toUpperCase()}${fields.slice(1)} mismatch`;
  return facts['name'] === undefined ? 'Document mismatch' : 'Document name: possible sanctions match';
}

function formatFieldNames({ fields }: Facts): string {
  if (!Array.isArray(fields)) return '';
  return new Intl.ListFormat('en').format(fields.map((field) => FIELDS[String(field)] ?? String(field)));
}

/** Returns the title of a dispute, or of the inquiry before one. */
export function formatDisputeTitle({ status, reason }: { readonly status: string; readonly reason: string }): string {
  return `${status === 'warned' ? 'Inquiry' : 'Dispute'}: ${reason.replaceAll('_', ' ')}`;
}

/** Returns the title of a bank booking that matches no order. */
export function formatUnmatchedTitle(reason: string | null): string {
  return `Unmatched payment: ${formatUnmatchedReason(reason)}`;
}

export function formatUnmatchedReason(reason: string | null): string {
  return reason === null ? 'no order found' : (UNMATCHED_REASONS[reason] ?? reason.replaceAll('_', ' '));
}

/** Returns `Card not present` for `card_not_present`. */
export function humanizeCode(code: string): string {
  const plain = code.replaceAll(/[_-]+/g, ' ').trim();
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}
