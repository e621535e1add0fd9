import type { CardRefusal } from '../../providers/card/cardPort.ts';

/**
 * What a refusal of the acquirer is about: the card, so that the buyer may try another; the payment, which is no longer
 * where we thought, so that the acquirer is asked; or our request, so that a person has to look.
 */
type Matter = 'card' | 'payment' | 'request';

const matters = {
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
} as const satisfies Record<CardRefusal, Matter>;

/** An answer for every refusal by what it is about. */
export function byMatter<Answer>(answers: { readonly [Key in Matter]: Answer }): Record<CardRefusal, Answer> {
  const entries = Object.entries(matters).map(([refusal, matter]) => [refusal, answers[matter]]);
  return Object.fromEntries(entries) as Record<CardRefusal, Answer>;
}
