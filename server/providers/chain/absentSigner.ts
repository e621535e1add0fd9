import type { PayoutSigner } from './signerPort.ts';

const ABSENT = { kind: 'unavailable', retryAfterMs: 60_000, detail: 'this process has no signer' } as const;

/** Signer of a process that makes no payouts. */
export const absentSigner: PayoutSigner = {
  clear: async () => ABSENT,
  pay: async () => ABSENT,
  cancel: async () => ABSENT,
  uncompared: async () => ABSENT,
  compare: async () => ABSENT,
};
