import { ok } from '../outcome.ts';
import type { SignedPayout, UnsignedPayout } from './chainPort.ts';
import type { PayoutSigner, SigningRefusal } from './signerPort.ts';

/**
 * Returns a signer that signs every request without the signer's rules, which have their own tests. Only `clear` refuses
 * orders: those in `refuses`.
 */
export function createTrustingSigner(
  sign: (unsigned: UnsignedPayout) => Promise<SignedPayout>,
): PayoutSigner & { readonly refuses: Map<string, SigningRefusal> } {
  const refuses = new Map<string, SigningRefusal>();
  return {
    refuses,
    clear: async (orderNos) => ok(new Map([...refuses].filter(([orderNo]) => orderNos.includes(orderNo)))),
    pay: async (_network, unsigned, payments) =>
      ok({ ...(await sign(unsigned)), unsigned, orderNos: payments.map(({ orderNo }) => orderNo) }),
    cancel: async (_network, unsigned, orderNos) => ok({ ...(await sign(unsigned)), unsigned, orderNos }),
    uncompared: async () => ok([]),
    compare: async () => ok([]),
  };
}
