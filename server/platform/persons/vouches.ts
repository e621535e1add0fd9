/**
 * What two persons may vouch for of an order: `paid` that it counts as paid though nobody proves it, `value` that it may send
 * more than was paid for, `again` that it is paid once more though a payout was signed before, `refund` that its money may go
 * back though coins were signed for it, since they have not left.
 */
export const VOUCHES = ['paid', 'value', 'again', 'refund'] as const;

export type Vouch = (typeof VOUCHES)[number];

export function isVouch(word: string | undefined): word is Vouch {
  return VOUCHES.some((each) => each === word);
}
