import type { Chain } from '../../providers/chain/chainPort.ts';
import type { PayoutSigner } from '../../providers/chain/signerPort.ts';

const RETRY_AFTER_MS = 2_000;
const CLOSED = {
  kind: 'unavailable',
  retryAfterMs: RETRY_AFTER_MS,
  detail: 'the guard has not verified every vendor yet, or has found a fault',
} as const;

/** Returns a chain that prepares and broadcasts payouts only after the guard has passed; other requests are always allowed. */
export function guardChain(chain: Chain, mayPayOut: () => boolean): Chain {
  return {
    ...chain,
    readTreasury: async (request) => (mayPayOut() ? chain.readTreasury(request) : CLOSED),
    broadcastPayout: async (signed) => (mayPayOut() ? chain.broadcastPayout(signed) : CLOSED),
  };
}

/** Returns a signer that signs nothing for a network on which the guard has not passed. */
export function guardSigner(signer: PayoutSigner, mayPayOut: (network: string) => boolean): PayoutSigner {
  return {
    clear: (orderNos) => signer.clear(orderNos),
    pay: async (network, ...args) => (mayPayOut(network) ? signer.pay(network, ...args) : CLOSED),
    cancel: async (network, ...args) => (mayPayOut(network) ? signer.cancel(network, ...args) : CLOSED),
    uncompared: () => signer.uncompared(),
    compare: (...args) => signer.compare(...args),
  };
}
