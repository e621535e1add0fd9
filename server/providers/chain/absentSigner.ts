import type { PayoutSigner } from './signerPort.ts';

const ABSENT = { kind: 'unavailable', retryAfterMs: 60_000, detail: 'this process has no signer' } as const;

/** Of a process that pays nothing out. */
export const absentSigner: PayoutSigner = {
  clear: async () => ABSENT,
  pay: async () => ABSENT,
  cancel: async () => ABSENT,
  uncompared: async () => ABSENT,
  compare: async () => ABSENT,
};
