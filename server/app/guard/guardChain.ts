import type { Chain } from '../../providers/chain/chainPort.ts';

const RETRY_AFTER_MS = 2_000;
const CLOSED = {
  kind: 'unavailable',
  retryAfterMs: RETRY_AFTER_MS,
  detail: 'not every vendor has shown that it is what it is believed to be',
} as const;

/** The chain, with nothing of it signed or sent before the guard has passed; asking it is always allowed. */
export function guardChain(chain: Chain, mayPayOut: () => boolean): Chain {
  return {
    ...chain,
    readTreasury: async (request) => (mayPayOut() ? chain.readTreasury(request) : CLOSED),
    async signPayout(unsigned, request) {
      if (!mayPayOut()) throw new Error(`nothing is signed on ${chain.name}: ${CLOSED.detail}`);
      return chain.signPayout(unsigned, request);
    },
    broadcastPayout: async (signed) => (mayPayOut() ? chain.broadcastPayout(signed) : CLOSED),
  };
}
