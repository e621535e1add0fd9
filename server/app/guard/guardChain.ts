import type { Chain } from '../../providers/chain/chainPort.ts';
import type { PayoutSigner } from '../../providers/chain/signerPort.ts';

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
    signer: guardSigner(chain, mayPayOut),
    broadcastPayout: async (signed) => (mayPayOut() ? chain.broadcastPayout(signed) : CLOSED),
  };
}

function guardSigner({ name, signer }: Chain, mayPayOut: () => boolean): PayoutSigner {
  async function signing<Signed>(sign: () => Promise<Signed>): Promise<Signed> {
    if (!mayPayOut()) throw new Error(`nothing is signed on ${name}: ${CLOSED.detail}`);
    return sign();
  }
  return {
    address: signer.address,
    pay: (payout, request) => signing(() => signer.pay(payout, request)),
    replace: (payout, earlier, request) => signing(() => signer.replace(payout, earlier, request)),
    cancel: (cancellation, earlier) => signing(() => signer.cancel(cancellation, earlier)),
  };
}
