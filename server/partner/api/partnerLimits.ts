import {
  type Budget,
  clientOfAddress,
  createBudgets,
  type RateLimitSettings,
  requireWithin,
} from '../../platform/http/rateLimits.ts';

/** Of a key a minute, and of an address that shows keys that are none. */
export const partnerBudgets = {
  key: { points: 600, seconds: 60 },
  signature: { points: 120, seconds: 60, shared: 'beside' },
  failedKey: { points: 20, seconds: 60, shared: 'first' },
} as const satisfies Readonly<Record<string, Budget>>;

/** Each throws `too_many_requests`. */
export type PartnerLimits = {
  /** One call of a key, of those that read or of those that write. */
  takeCall(auth: 'key' | 'signature', keyId: string): Promise<void>;
  takeFailedKey(address: string): Promise<void>;
  /** Asked before a key is looked up. */
  requireFewFailed(address: string): Promise<void>;
};

export function createPartnerLimits(settings: RateLimitSettings): PartnerLimits {
  const budgets = createBudgets(partnerBudgets, settings);
  return {
    takeCall: async (auth, keyId) => requireWithin(await budgets.take(auth, keyId)),
    takeFailedKey: async (address) => void (await budgets.take('failedKey', clientOfAddress(address))),
    requireFewFailed: async (address) => requireWithin(await budgets.look('failedKey', clientOfAddress(address))),
  };
}
