import type { Outcome } from '../outcome.ts';
import type { Chain, ExistingClaims, PayoutRequest, UnsignedPayout } from './chainPort.ts';

export const NO_CEILING = 10n ** 30n;
export const NOTHING_CLAIMED: ExistingClaims = {
  nextNonce: 0,
  held: new Set(),
  waiting: 0,
  live: [],
  superseded: new Set(),
};

/** Returns the claims as the store has them while the payouts are signed and not final. */
export function collectClaims(
  chain: Chain,
  payouts: readonly { readonly request: PayoutRequest; readonly unsigned: UnsignedPayout }[],
): ExistingClaims {
  const claims = payouts.map(({ unsigned }) => chain.getClaims(unsigned));
  return {
    live: payouts.map(({ request, unsigned }) => ({
      nonce: chain.getClaims(unsigned).nonce,
      asset: request.asset.id,
      units: request.units,
      worstFee: chain.worstFee(unsigned),
    })),
    nextNonce: Math.max(0, ...claims.map(({ nonce }) => (nonce === undefined ? 0 : nonce + 1))),
    held: new Set(claims.flatMap(({ held }) => held)),
    waiting: payouts.length,
    superseded: new Set(),
  };
}

/** Returns the composed payout; throws for any other outcome. */
export function requireComposed(outcome: Outcome<UnsignedPayout, string>): UnsignedPayout {
  if (outcome.kind === 'refused') throw new Error(`not composed: ${outcome.reason}`);
  return requireOkValue(outcome);
}

export function requireOkValue<Value>(outcome: Outcome<Value, string>): Value {
  if (outcome.kind !== 'ok') throw new Error(`not ok: ${JSON.stringify(outcome)}`);
  return outcome.value;
}
