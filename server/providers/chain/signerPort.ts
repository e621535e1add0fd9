import type { PayoutRequests, SignedPayout, UnsignedPayout } from './chainPort.ts';

/**
 * All that is ever signed with the key of a paying address. What goes in is plain JSON and requests, what comes out are
 * bytes, so that a signer of its own, on a machine of its own, can stand in for the one beside each chain. It signs the
 * same fields to the same bytes (RFC 6979), reads back what it signed, and throws when that is not what was asked for.
 */
export interface PayoutSigner {
  /** The address that pays. */
  readonly address: string;
  /** Each request is paid exactly once, and nothing beside them but to ourselves. */
  pay(payout: UnsignedPayout, requests: PayoutRequests): Promise<SignedPayout>;
  /** Takes the place of an earlier form: it must claim the same, pay the same, and cost more. */
  replace(payout: UnsignedPayout, earlier: UnsignedPayout, requests: PayoutRequests): Promise<SignedPayout>;
  /** Takes the place of an earlier form: it must claim the same, leave everything with us, and cost more. */
  cancel(cancellation: UnsignedPayout, earlier: UnsignedPayout): Promise<SignedPayout>;
}
