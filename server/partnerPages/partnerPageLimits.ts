import type { PartnerPageCallName } from '@slipway/contract/partnerPageCalls.ts';
import {
  type Budget,
  createBudgets,
  type RateLimitSettings,
  requireWithinLimit,
  toRateLimitClient,
} from '../platform/http/limits/rateLimits.ts';

/**
 * Budgets of an address per minute. All processes count together the calls by which a login or an invitation could be
 * guessed.
 */
const memberBudgets = {
  memberCall: { points: 600, seconds: 60 },
  memberLogIn: { points: 60, seconds: 60, shared: 'first' },
  memberJoin: { points: 20, seconds: 60, shared: 'first' },
} as const satisfies Readonly<Record<string, Budget>>;

const LIMITED: { readonly [Name in PartnerPageCallName]?: keyof typeof memberBudgets } = {
  logInOptions: 'memberLogIn',
  logIn: 'memberLogIn',
  joinOptions: 'memberJoin',
  join: 'memberJoin',
};

/** Rate limits of the partner pages. */
export type PartnerPageLimits = {
  /** Counts one call. Throws `too_many_requests`. */
  takeCall(call: PartnerPageCallName, address: string): Promise<void>;
};

export function createPartnerPageLimits(settings: RateLimitSettings): PartnerPageLimits {
  const budgets = createBudgets(memberBudgets, settings);
  return {
    async takeCall(call, address) {
      requireWithinLimit(await budgets.take(LIMITED[call] ?? 'memberCall', toRateLimitClient(address)));
    },
  };
}
