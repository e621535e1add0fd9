import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { readAddress } from '../ipAddress.ts';
import { remembering } from '../remembering.ts';
import { AppError } from './appError.ts';

/** So many calls in a window of so many seconds, which opens with the first of them. */
export type Budget = { readonly points: number; readonly seconds: number };

/** What all calls of one address have together. */
export const COMMON_BUDGET: Budget = { points: 3000, seconds: 60 };

/** Calls with a budget of their own beside the common one. */
export const callBudgets: ReadonlyMap<string, Budget> = new Map([
  ['sendCode', { points: 30, seconds: 60 }],
  ['login', { points: 60, seconds: 60 }],
  ['passkeyOptions', { points: 60, seconds: 60 }],
  ['passkeyLogin', { points: 60, seconds: 60 }],
  ['addPasskey', { points: 30, seconds: 60 }],
  ['confirmLogin', { points: 60, seconds: 60 }],
  ['openSession', { points: 60, seconds: 60 }],
  ['coinOrder', { points: 240, seconds: 60 }],
  ['cryptoOrder', { points: 240, seconds: 60 }],
  ['order', { points: 240, seconds: 60 }],
  ['providerPage', { points: 120, seconds: 60 }],
  ['payOrder', { points: 120, seconds: 60 }],
  ['addPoint', { points: 600, seconds: 60 }],
  ['addReplay', { points: 300, seconds: 60 }],
  ['getIdentificationUrl', { points: 60, seconds: 60 }],
  ['validateAddress', { points: 600, seconds: 60 }],
  ['validateGetAddress', { points: 600, seconds: 60 }],
  ['exportData', { points: 10, seconds: 60 }],
  // A font is cut for each PDF.
  ['orderReceipt', { points: 20, seconds: 60 }],
  ['orderEvents', { points: 120, seconds: 60 }],
]);

/** Tracking must never cost a buyer the calls of the purchase. */
const OUTSIDE_COMMON_BUDGET: ReadonlySet<string> = new Set(['addPoint', 'addReplay']);

/** About 700 bytes each. Past it the window that opened first is forgotten, and its address starts afresh. */
const MOST_WINDOWS = 50_000;

export type RateVerdict = { readonly kind: 'ok' } | { readonly kind: 'wait'; readonly seconds: number };

/** Throws `too_many_requests` where the caller has to wait. */
export function requireWithin(verdict: RateVerdict): void {
  if (verdict.kind === 'wait') throw new AppError('too_many_requests', { seconds: verdict.seconds });
}

export type RateLimits = {
  /** Counts one call of a client. A call over its own budget is not counted in the common one. */
  take(call: string, address: string): Promise<RateVerdict>;
};

export type RateLimitSettings = {
  readonly enabled: boolean;
  /** Windows kept in memory, over all addresses and calls. */
  readonly mostWindows?: number;
};

const OK: RateVerdict = { kind: 'ok' };

/** Limits of this process alone: behind n api processes an address may get up to n times as much. */
export function createRateLimits({ enabled, mostWindows = MOST_WINDOWS }: RateLimitSettings): RateLimits {
  if (!enabled) return { take: async () => OK };
  const windows = boundedWindows(mostWindows);
  const common = limiterOf('all', COMMON_BUDGET);
  const own = new Map([...callBudgets].map(([call, budget]) => [call, limiterOf(call, budget)]));
  return {
    async take(call, address) {
      const client = clientOfAddress(address);
      const limiter = own.get(call);
      if (limiter) {
        const verdict = await consume(limiter, client, windows);
        if (verdict.kind === 'wait' || OUTSIDE_COMMON_BUDGET.has(call)) return verdict;
      }
      return consume(common, client, windows);
    },
  };
}

/** Budgets by their names, one for each client. */
export type Budgets<Name extends string> = {
  take(name: Name, client: string): Promise<RateVerdict>;
  /** Whether it is spent; counts nothing. */
  look(name: Name, client: string): Promise<RateVerdict>;
};

/** Limits of this process alone, as those of {@link createRateLimits}. */
export function createBudgets<Name extends string>(
  budgets: Readonly<Record<Name, Budget>>,
  { enabled, mostWindows = MOST_WINDOWS }: RateLimitSettings,
): Budgets<Name> {
  if (!enabled) return { take: async () => OK, look: async () => OK };
  const windows = boundedWindows(mostWindows);
  const entries = Object.entries<Budget>(budgets).map(([name, budget]) => [name, limiterOf(name, budget)] as const);
  const limiters = Object.fromEntries(entries) as Record<Name, RateLimiterMemory>;
  return {
    take: (name, client) => consume(limiters[name], client, windows),
    async look(name, client) {
      const state = await limiters[name].get(client);
      return state ? verdictOf(limiters[name], state) : OK;
    },
  };
}

function limiterOf(name: string, { points, seconds }: Budget): RateLimiterMemory {
  return new RateLimiterMemory({ keyPrefix: name, points, duration: seconds });
}

async function consume(limiter: RateLimiterMemory, client: string, windows: BoundedWindows): Promise<RateVerdict> {
  const result = await limiter.consume(client).catch(overBudget);
  if (result.isFirstInDuration) windows.opened(limiter, client);
  return verdictOf(limiter, result);
}

function verdictOf({ points }: RateLimiterMemory, { consumedPoints, msBeforeNext }: RateLimiterRes): RateVerdict {
  if (consumedPoints <= points) return OK;
  return { kind: 'wait', seconds: Math.max(1, Math.ceil(msBeforeNext / 1000)) };
}

/** The limiter rejects with its result when the budget is spent; anything else is a fault. */
function overBudget(rejection: unknown): RateLimiterRes {
  if (rejection instanceof RateLimiterRes) return rejection;
  throw rejection;
}

type BoundedWindows = { opened(limiter: RateLimiterMemory, client: string): void };

/** The limiter forgets windows only as they end: this bounds how many can be open at once. */
function boundedWindows(most: number): BoundedWindows {
  const byKey = new Map<string, { readonly limiter: RateLimiterMemory; readonly client: string }>();
  // One iterator for good: a new one for each eviction would walk over the places of all that were evicted before.
  const oldestFirst = byKey.entries();
  return {
    opened(limiter, client) {
      const key = limiter.getKey(client);
      // A map keeps the order of insertion: taken out and put back, a window is the newest.
      byKey.delete(key);
      byKey.set(key, { limiter, client });
      if (byKey.size <= most) return;
      const oldest = oldestFirst.next();
      if (oldest.done) return;
      const [oldestKey, window] = oldest.value;
      byKey.delete(oldestKey);
      void window.limiter.delete(window.client);
    },
  };
}

/**
 * Whom the budget belongs to: an IPv4 address, or the /64 of an IPv6 address, since one subscriber has all of that.
 * IPv4 written as IPv6 is the same client. What a proxy sent that is no address shares one budget.
 */
export const clientOfAddress = remembering((text) => {
  const address = readAddress(text);
  if (address === undefined) return 'unknown';
  if (!('parts' in address)) return address.toString();
  const network = address.parts.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
});
