import type { IdentityVerifier } from './identityPort.ts';

const RETRY_AFTER_MS = 60_000;
const NOT_CONFIGURED = {
  kind: 'unavailable',
  retryAfterMs: RETRY_AFTER_MS,
  detail: 'no verifier is configured',
} as const;

/** Used when no identity verifier is configured: nothing that needs a check is sold, and pending checks wait. */
export const absentVerifier: IdentityVerifier = {
  id: 'none',
  openCheck: async () => NOT_CONFIGURED,
  getCheck: async () => NOT_CONFIGURED,
  verifyWebhook: () => null,
};
