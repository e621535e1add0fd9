import {
  type Budget,
  createBudgets,
  type RateLimitSettings,
  requireWithinLimit,
  toRateLimitClient,
} from '../../platform/http/limits/rateLimits.ts';

/** Budgets of a key per minute, and of an IP address that sends invalid keys. */
export const partnerBudgets = {
  key: { points: 600, seconds: 60 },
  signature: { points: 120, seconds: 60, shared: 'deferred' },
  failedKey: { points: 20, seconds: 60, shared: 'first' },
} as const satisfies Readonly<Record<string, Budget>>;

/** Rate limits of partner calls. */
export type PartnerLimits = {
  /** Counts one call of a key, separately for reading and writing calls. Throws `too_many_requests`. */
  takeCall(auth: 'key' | 'signature', keyId: string): Promise<void>;
  /** Counts an invalid key that an address has sent. */
  takeFailedKey(address: string): Promise<void>;
  /** Checked before a key is looked up. Throws `too_many_requests`. */
  requireFewFailed(address: string): Promise<void>;
};

export function createPartnerLimits(settings: RateLimitSettings): PartnerLimits {
  const budgets = createBudgets(partnerBudgets, settings);
  return {
    takeCall: async (auth, keyId) => requireWithinLimit(await budgets.take(auth, keyId)),
    takeFailedKey: async (address) => void (await budgets.take('failedKey', toRateLimitClient(address))),
    requireFewFailed: async (address) =>
      requireWithinLimit(await budgets.peek('failedKey', toRateLimitClient(address))),
  };
}
