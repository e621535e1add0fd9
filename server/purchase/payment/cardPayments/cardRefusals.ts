import type { CardRefusal } from '../../../providers/card/cardPort.ts';

/**
 * The subject of a refusal by the acquirer: the card (the buyer may try another), the payment (it has another state than was
 * assumed, so the acquirer is queried), or the request (an operator must check it).
 */
type RefusalSubject = 'card' | 'payment' | 'request';

const refusalSubjects = {
  declined: 'card',
  insufficient_funds: 'card',
  expired_card: 'card',
  incorrect_details: 'card',
  authentication_failed: 'card',
  try_again_later: 'card',
  already_captured: 'payment',
  already_voided: 'payment',
  authorization_expired: 'payment',
  exceeds_captured: 'request',
  invalid_request: 'request',
} as const satisfies Record<CardRefusal, RefusalSubject>;

/** Returns a map from each refusal to the answer for its subject. */
export function mapCardRefusals<Answer>(
  answers: { readonly [Key in RefusalSubject]: Answer },
): Record<CardRefusal, Answer> {
  const entries = Object.entries(refusalSubjects).map(([refusal, subject]) => [refusal, answers[subject]]);
  return Object.fromEntries(entries) as Record<CardRefusal, Answer>;
}
