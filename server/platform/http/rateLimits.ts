import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { readAddress } from '../ipAddress.ts';
import { remembering } from '../remembering.ts';
import { AppError } from './appError.ts';
import type { SharedCounts } from './rateLimitStore.ts';

/** So many calls in a window of so many seconds, which opens with the first of them. */
export type Budget = {
  readonly points: number;
  readonly seconds: number;
  /**
   * How all processes count it together, beside each alone. `first`: nothing is done before the common count has been asked.
   * `beside`: it is asked while the call goes on, which takes no longer for that, and what it says holds for the calls that
   * follow. Left out: each process counts alone, and the database is not asked.
   */
  readonly shared?: 'first' | 'beside';
};

/** What all calls of one address have together. */
export const COMMON_BUDGET: Budget = { points: 3000, seconds: 60 };

/** Calls with a budget of their own beside the common one. What somebody could guess at or make too much of is shared. */
export const callBudgets: ReadonlyMap<string, Budget> = new Map([
  ['sendCode', { points: 30, seconds: 60, shared: 'first' }],
  ['login', { points: 60, seconds: 60, shared: 'first' }],
  ['passkeyOptions', { points: 60, seconds: 60, shared: 'first' }],
  ['passkeyLogin', { points: 60, seconds: 60, shared: 'first' }],
  ['addPasskey', { points: 30, seconds: 60, shared: 'first' }],
  ['confirmLogin', { points: 60, seconds: 60, shared: 'first' }],
  ['openSession', { points: 60, seconds: 60, shared: 'first' }],
  ['coinOrder', { points: 240, seconds: 60, shared: 'beside' }],
  ['cryptoOrder', { points: 240, seconds: 60, shared: 'beside' }],
  ['order', { points: 240, seconds: 60, shared: 'beside' }],
  ['providerPage', { points: 120, seconds: 60, shared: 'beside' }],
  ['payOrder', { points: 120, seconds: 60, shared: 'beside' }],
  ['addPoint', { points: 600, seconds: 60 }],
  ['addReplay', { points: 300, seconds: 60 }],
  ['getIdentificationUrl', { points: 60, seconds: 60, shared: 'beside' }],
  ['validateAddress', { points: 600, seconds: 60 }],
  ['validateGetAddress', { points: 600, seconds: 60 }],
  ['exportData', { points: 10, seconds: 60, shared: 'first' }],
  // Of the console: each asks the identity provider.
  ['beginSignOn', { points: 60, seconds: 60 }],
  ['beginSignOnLink', { points: 60, seconds: 60 }],
  ['finishSignOn', { points: 60, seconds: 60 }],
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
  /** Counts one call of a client in this process. A call over its own budget is not counted in the common one. */
  take(call: string, address: string): Promise<RateVerdict>;
  /** Counts it for all processes; undefined where the call need not wait for what they say. Never rejects. */
  takeShared(call: string, address: string): Promise<RateVerdict> | undefined;
};

export type RateLimitSettings = {
  readonly enabled: boolean;
  /** Windows kept in memory, over all addresses and calls. */
  readonly mostWindows?: number;
  /** Where all processes count together; without it each counts alone. */
  readonly shared?: SharedCounts | undefined;
};

const OK: RateVerdict = { kind: 'ok' };

/** Behind n api processes an address may get up to n times as much of what is not shared. */
export function createRateLimits({ enabled, mostWindows = MOST_WINDOWS, shared }: RateLimitSettings): RateLimits {
  if (!enabled) return { take: async () => OK, takeShared: () => undefined };
  const windows = boundedWindows(mostWindows);
  const common = counterOf('all', COMMON_BUDGET, windows);
  const own = new Map([...callBudgets].map(([call, budget]) => [call, counterOf(call, budget, windows, shared)]));
  return {
    take(call, address) {
      const client = clientOfAddress(address);
      const counter = own.get(call);
      if (!counter) return common.take(client);
      if (OUTSIDE_COMMON_BUDGET.has(call)) return counter.take(client);
      return counter.take(client).then((verdict) => (verdict.kind === 'wait' ? verdict : common.take(client)));
    },
    takeShared: (call, address) => own.get(call)?.takeShared(clientOfAddress(address)),
  };
}

/** Budgets by their names, one for each client. */
export type Budgets<Name extends string> = {
  take(name: Name, client: string): Promise<RateVerdict>;
  /** Whether it is spent; counts nothing, and asks nobody: of other processes it says what was heard with the last count. */
  look(name: Name, client: string): Promise<RateVerdict>;
};

export function createBudgets<Name extends string>(
  budgets: Readonly<Record<Name, Budget>>,
  { enabled, mostWindows = MOST_WINDOWS, shared }: RateLimitSettings,
): Budgets<Name> {
  if (!enabled) return { take: async () => OK, look: async () => OK };
  const windows = boundedWindows(mostWindows);
  const entries = Object.entries<Budget>(budgets).map(
    ([name, budget]) => [name, counterOf(name, budget, windows, shared)] as const,
  );
  const counters = Object.fromEntries(entries) as Record<Name, Counter>;
  return {
    async take(name, client) {
      const verdict = await counters[name].take(client);
      return verdict.kind === 'wait' ? verdict : (counters[name].takeShared(client) ?? OK);
    },
    look: (name, client) => counters[name].look(client),
  };
}

type Counter = {
  take(client: string): Promise<RateVerdict>;
  takeShared(client: string): Promise<RateVerdict> | undefined;
  look(client: string): Promise<RateVerdict>;
};

/** A budget counted in memory, and in the database as far as it is shared: what is spent there is then refused from memory. */
function counterOf(name: string, budget: Budget, windows: BoundedWindows, counts?: SharedCounts): Counter {
  const limiter = new RateLimiterMemory({ keyPrefix: name, points: budget.points, duration: budget.seconds });
  const askShared = budget.shared && counts?.counterOf(name, budget);

  async function heardOf(client: string, spentMs: number): Promise<RateVerdict> {
    if (spentMs === 0) return OK;
    await limiter.block(client, spentMs / 1000);
    windows.opened(limiter, client);
    return waitFor(spentMs);
  }

  return {
    take: (client) => consume(limiter, client, windows),
    takeShared(client) {
      const answer = askShared?.(client).then((spentMs) => heardOf(client, spentMs));
      return budget.shared === 'first' ? answer : undefined;
    },
    async look(client) {
      const state = await limiter.get(client);
      return state ? verdictOf(limiter, state) : OK;
    },
  };
}

async function consume(limiter: RateLimiterMemory, client: string, windows: BoundedWindows): Promise<RateVerdict> {
  const result = await limiter.consume(client).catch(overBudget);
  if (result.isFirstInDuration) windows.opened(limiter, client);
  return verdictOf(limiter, result);
}

function verdictOf({ points }: RateLimiterMemory, { consumedPoints, msBeforeNext }: RateLimiterRes): RateVerdict {
  if (consumedPoints <= points) return OK;
  return waitFor(msBeforeNext);
}

function waitFor(ms: number): RateVerdict {
  return { kind: 'wait', seconds: Math.max(1, Math.ceil(ms / 1000)) };
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
