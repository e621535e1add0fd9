import type { IdentityVerifier } from './identityPort.ts';

const RETRY_AFTER_MS = 60_000;
const NOBODY = { kind: 'unavailable', retryAfterMs: RETRY_AFTER_MS, detail: 'no verifier is configured' } as const;

/** Where nobody checks documents: nothing that needs one is sold, and a check that was begun waits. */
export const absentVerifier: IdentityVerifier = {
  id: 'none',
  openCheck: async () => NOBODY,
  getCheck: async () => NOBODY,
  verifyWebhook: () => null,
};
