import type { RiskRule } from '../../risk/riskRules.ts';
import { measured } from '../reviews/reviewWords.ts';

/** Why an order is held, in words, by the reason that it bears. */
const HOLDS: Readonly<Record<string, string>> = {
  operator: 'Held by a person',
  buyer_blocked: 'Its buyer is blocked',
  funds_short: 'Too few coins in the wallet to send it',
  card_country_differs: 'Card issued in another country than the buyer’s',
  payer_name_differs: 'The payer’s name is not the buyer’s',
  name_listed: 'The payer’s name is close to a listed one',
  address_listed: 'The receiving address is listed',
};

const EXCEPTIONS: Readonly<Record<string, string>> = {
  underpaid: 'Less was paid than was asked for',
  overpaid: 'More was paid than was asked for',
  paid_late: 'Paid after the price had run out',
};

const REVIEWS: Readonly<Record<string, string>> = {
  name_listed: 'The buyer’s name is close to a listed one',
  answer_changed: 'A refused answer was changed',
  document_differs: 'The document’s name is not the buyer’s',
};

/** A risk rule is called by the operator's own name for it, and by what it looks at. */
export function causeOfHold(
  {
    reason,
    exception,
    frozen,
  }: { readonly reason: string | null; readonly exception: string; readonly frozen: boolean },
  rules: readonly RiskRule[],
): string {
  const rule = rules.find(({ name }) => name === reason);
  const words = rule
    ? `Rule ${rule.name}: ${HOLDS[rule.name] ?? measured(rule)}`
    : reason && (HOLDS[reason] ?? inWords(reason));
  const known = words || EXCEPTIONS[exception] || 'Held, and no reason is written down';
  return frozen ? `Frozen. ${known}` : known;
}

export function causeOfReview(reason: string): string {
  return REVIEWS[reason] ?? inWords(reason);
}

/** `card_not_present` of a vendor's vocabulary as people read it. */
export function inWords(word: string): string {
  const plain = word.replaceAll(/[_-]+/g, ' ').trim();
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}
