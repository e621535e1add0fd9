/**
 * What two people may vouch for about an order: `paid`, that it counts as paid without proof; `value`, that it may send more
 * than was paid for; `again`, that it is paid out again although a payout was signed; `refund`, that its money may be
 * refunded although coins were signed for it, since they have not left.
 */
export const VOUCHES = ['paid', 'value', 'again', 'refund'] as const;

export type VouchKind = (typeof VOUCHES)[number];

export function isVouch(value: string | undefined): value is VouchKind {
  return VOUCHES.some((each) => each === value);
}
