import type { ReviewReason } from '../../account/reviewStore.ts';
import type { RiskRule } from '../../risk/riskRules.ts';

/** What an order is held for, where the product itself says so; a risk rule is called by the operator's own name for it. */
const HELD_FOR: Readonly<Record<string, string>> = {
  operator: 'a person asked for it',
  buyer_blocked: 'its buyer is blocked',
  address_denied: 'its address is on a list',
  name_listed: 'the buyer’s name is close to a listed one',
  transfer_taken_back: 'the payer’s bank has taken money back',
  identity_rejected: 'the document was refused',
  funds_short: 'the funds to deliver it are short',
};

export function heldFor(reason: string | null, rules: readonly RiskRule[]): string {
  if (reason === null) return 'no reason was given';
  if (Object.hasOwn(HELD_FOR, reason)) return HELD_FOR[reason] as string;
  const rule = rules.find(({ name }) => name === reason);
  return rule ? measured(rule) : `rule ${reason}`;
}

/** What a rule looks at: `card country differs`, `amount by buyer within a day`. */
export function measured(rule: RiskRule): string {
  return 'of' in rule ? `${rule.measure} by ${rule.of} within a ${rule.within}` : rule.measure.replaceAll('_', ' ');
}

export const UNALLOCATED: Readonly<Record<string, string>> = {
  no_reference: 'no reference of ours',
  unknown_reference: 'a reference that is no order’s',
  wrong_currency: 'another currency than the order’s',
  not_ours: 'nothing that we have sent',
  taken_back: 'more taken back than had come',
  told_before: 'the bank may have told it before',
  not_itemised: 'a sum whose parts the bank has not told',
  returned: 'the bank brings a transfer back',
  booking_reversed: 'what a person had booked it as was reversed',
};

/** The fields of a buyer's details that a question is about. */
export const FIELDS: Readonly<Record<string, string>> = {
  name: 'name',
  birthDate: 'birth date',
  citizenship: 'citizenship',
};

export function causeOfReview(reason: ReviewReason, facts: Readonly<Record<string, unknown>>): string {
  if (reason === 'name_listed')
    return typeof facts['scorePercent'] === 'number'
      ? `Name: close to a listed one, ${facts['scorePercent']} of 100`
      : 'Name: close to a listed one';
  const fields = fieldsOf(facts);
  const what = fields.length === 0 ? 'details' : fields.join(', ');
  return reason === 'document_differs'
    ? fields.length === 0 && facts['name'] !== undefined
      ? 'Document: has a listed name'
      : `Document: another ${what}`
    : `Answer changed: ${what}`;
}

export function fieldsOf(facts: Readonly<Record<string, unknown>>): string[] {
  const { fields } = facts;
  return Array.isArray(fields) ? fields.map((field) => FIELDS[String(field)] ?? String(field)) : [];
}

export const OTHERWISE = {
  held: 'It stays held: nothing comes by itself. Whoever is on duty is told.',
  unallocated: 'It stays here: nothing comes by itself. Whoever is on duty is told.',
  waiting: 'The order that waits for it ends, and what was held for it is let go.',
  nothing: 'Nothing comes by itself: the buyer cannot buy until it is decided.',
  answered: 'It is answered by itself at half of its time, from the records beside.',
  unanswered: 'No answer is sent: the money is most likely lost.',
} as const;
