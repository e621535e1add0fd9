/**
 * Kinds of a vouch. Two people confirm one of these about an order: `paid`, it is treated as paid without proof; `value`, it may
 * send more than was paid for; `again`, it may be paid out again although a payout was signed; `refund`, its money may be
 * refunded although coins were signed for it, since they have not left.
 */
export const VOUCHES = ['paid', 'value', 'again', 'refund'] as const;

export type VouchKind = (typeof VOUCHES)[number];

export function isVouch(value: string | undefined): value is VouchKind {
  return VOUCHES.some((each) => each === value);
}
