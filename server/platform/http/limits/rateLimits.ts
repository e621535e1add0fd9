import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { parseIpAddress } from '../../ipAddress.ts';
import { memoizeByText } from '../../memoize.ts';
import { AppError } from '../appError.ts';
import type { SharedCounts } from './rateLimitStore.ts';

/** A number of calls within a window of seconds that opens with the first call. */
export type Budget = {
  readonly points: number;
  readonly seconds: number;
  /**
   * How all processes count together, in addition to each one's own count. `first`: the shared count is awaited before the
   * call. `deferred`: it is requested during the call, without delaying it, and applies to later calls. Omitted: each process
   * counts on its own, without the database.
   */
  readonly shared?: 'first' | 'deferred';
};

/** The budget of all calls of one address together. */
export const COMMON_BUDGET: Budget = { points: 3000, seconds: 60 };

/** Calls with their own budget in addition to the common one. It is shared where guessing or mass creation is a risk. */
export const callBudgets: ReadonlyMap<string, Budget> = new Map([
  ['sendCode', { points: 30, seconds: 60, shared: 'first' }],
  ['login', { points: 60, seconds: 60, shared: 'first' }],
  ['passkeyOptions', { points: 60, seconds: 60, shared: 'first' }],
  ['passkeyLogin', { points: 60, seconds: 60, shared: 'first' }],
  ['addPasskey', { points: 30, seconds: 60, shared: 'first' }],
  ['confirmLogin', { points: 60, seconds: 60, shared: 'first' }],
  ['openSession', { points: 60, seconds: 60, shared: 'first' }],
  ['coinOrder', { points: 240, seconds: 60, shared: 'deferred' }],
  ['cryptoOrder', { points: 240, seconds: 60, shared: 'deferred' }],
  ['order', { points: 240, seconds: 60, shared: 'deferred' }],
  ['providerPage', { points: 120, seconds: 60, shared: 'deferred' }],
  ['payOrder', { points: 120, seconds: 60, shared: 'deferred' }],
  ['addPoint', { points: 600, seconds: 60 }],
  ['addReplay', { points: 300, seconds: 60 }],
  ['getIdentificationUrl', { points: 60, seconds: 60, shared: 'deferred' }],
  ['validateAddress', { points: 600, seconds: 60 }],
  ['validateGetAddress', { points: 600, seconds: 60 }],
  ['exportData', { points: 10, seconds: 60, shared: 'first' }],
  // Console calls that query the identity provider.
  ['beginSignOn', { points: 60, seconds: 60 }],
  ['beginSignOnLink', { points: 60, seconds: 60 }],
  ['finishSignOn', { points: 60, seconds: 60 }],
  // Each PDF subsets a font.
  ['orderReceipt', { points: 20, seconds: 60 }],
  ['orderEvents', { points: 120, seconds: 60 }],
]);

/** Tracking must not use up a buyer's budget for the purchase. */
const OUTSIDE_COMMON_BUDGET: ReadonlySet<string> = new Set(['addPoint', 'addReplay']);

/** About 700 bytes each. Beyond it the oldest window is dropped, and its address gets the full budget again. */
const MAX_WINDOWS = 50_000;

export type RateLimitResult = { readonly kind: 'ok' } | { readonly kind: 'wait'; readonly seconds: number };

/** Throws `too_many_requests` if the caller must wait. */
export function requireWithinLimit(verdict: RateLimitResult): void {
  if (verdict.kind === 'wait') throw new AppError('too_many_requests', { seconds: verdict.seconds });
}

export type RateLimits = {
  /** Counts a call of a client in this process. A call over its own budget is not counted in the common one. */
  take(call: string, address: string): Promise<RateLimitResult>;
  /** Counts a call with a shared budget for all processes; undefined if the call need not wait for the result. Never rejects. */
  takeShared(call: string, address: string): Promise<RateLimitResult> | undefined;
};

export type RateLimitSettings = {
  readonly enabled: boolean;
  /** Maximum number of windows in memory, over all addresses and calls. */
  readonly mostWindows?: number;
  /** Shared counts; without them each process counts on its own. */
  readonly shared?: SharedCounts | undefined;
};

const OK: RateLimitResult = { kind: 'ok' };

/** Creates the rate limits. With n api processes an address may get up to n times the budgets that are not shared. */
export function createRateLimits({ enabled, mostWindows = MAX_WINDOWS, shared }: RateLimitSettings): RateLimits {
  if (!enabled) return { take: async () => OK, takeShared: () => undefined };
  const windows = createBoundedWindows(mostWindows);
  const common = createCounter('all', COMMON_BUDGET, windows);
  const own = new Map([...callBudgets].map(([call, budget]) => [call, createCounter(call, budget, windows, shared)]));
  return {
    take(call, address) {
      const client = toRateLimitClient(address);
      const counter = own.get(call);
      if (!counter) return common.take(client);
      if (OUTSIDE_COMMON_BUDGET.has(call)) return counter.take(client);
      return counter.take(client).then((verdict) => (verdict.kind === 'wait' ? verdict : common.take(client)));
    },
    takeShared: (call, address) => own.get(call)?.takeShared(toRateLimitClient(address)),
  };
}

/** Budgets by name, per client. */
export type Budgets<Name extends string> = {
  take(name: Name, client: string): Promise<RateLimitResult>;
  /** Returns the verdict without counting, from memory: other processes' counts are those of the last `take`. */
  peek(name: Name, client: string): Promise<RateLimitResult>;
};

export function createBudgets<Name extends string>(
  budgets: Readonly<Record<Name, Budget>>,
  { enabled, mostWindows = MAX_WINDOWS, shared }: RateLimitSettings,
): Budgets<Name> {
  if (!enabled) return { take: async () => OK, peek: async () => OK };
  const windows = createBoundedWindows(mostWindows);
  const entries = Object.entries<Budget>(budgets).map(
    ([name, budget]) => [name, createCounter(name, budget, windows, shared)] as const,
  );
  const counters = Object.fromEntries(entries) as Record<Name, Counter>;
  return {
    async take(name, client) {
      const verdict = await counters[name].take(client);
      return verdict.kind === 'wait' ? verdict : (counters[name].takeShared(client) ?? OK);
    },
    peek: (name, client) => counters[name].peek(client),
  };
}

type Counter = {
  take(client: string): Promise<RateLimitResult>;
  takeShared(client: string): Promise<RateLimitResult> | undefined;
  peek(client: string): Promise<RateLimitResult>;
};

/** Returns a counter in memory, and in the database if the budget is shared: once exhausted there, it refuses from memory. */
function createCounter(name: string, budget: Budget, windows: BoundedWindows, counts?: SharedCounts): Counter {
  const limiter = new RateLimiterMemory({ keyPrefix: name, points: budget.points, duration: budget.seconds });
  const countShared = budget.shared && counts?.createCounter(name, budget);

  async function recordSpending(client: string, spentMs: number): Promise<RateLimitResult> {
    if (spentMs === 0) return OK;
    await limiter.block(client, spentMs / 1000);
    windows.addWindow(limiter, client);
    return createWaitResult(spentMs);
  }

  return {
    take: (client) => consume(limiter, client, windows),
    takeShared(client) {
      const answer = countShared?.(client).then((spentMs) => recordSpending(client, spentMs));
      return budget.shared === 'first' ? answer : undefined;
    },
    async peek(client) {
      const state = await limiter.get(client);
      return state ? toRateLimitResult(limiter, state) : OK;
    },
  };
}

async function consume(limiter: RateLimiterMemory, client: string, windows: BoundedWindows): Promise<RateLimitResult> {
  const result = await limiter.consume(client).catch(requireLimiterResult);
  if (result.isFirstInDuration) windows.addWindow(limiter, client);
  return toRateLimitResult(limiter, result);
}

function toRateLimitResult(
  { points }: RateLimiterMemory,
  { consumedPoints, msBeforeNext }: RateLimiterRes,
): RateLimitResult {
  if (consumedPoints <= points) return OK;
  return createWaitResult(msBeforeNext);
}

function createWaitResult(ms: number): RateLimitResult {
  return { kind: 'wait', seconds: Math.max(1, Math.ceil(ms / 1000)) };
}

/** Returns the limiter's rejection if the budget is exhausted; rethrows anything else. */
function requireLimiterResult(rejection: unknown): RateLimiterRes {
  if (rejection instanceof RateLimiterRes) return rejection;
  throw rejection;
}

type BoundedWindows = { addWindow(limiter: RateLimiterMemory, client: string): void };

/** Bounds the number of open windows: the limiter itself drops them only when they end. */
function createBoundedWindows(most: number): BoundedWindows {
  const byKey = new Map<string, { readonly limiter: RateLimiterMemory; readonly client: string }>();
  // One iterator for all evictions: a new one would walk over the slots of all evicted entries.
  const oldestFirst = byKey.entries();
  return {
    addWindow(limiter, client) {
      const key = limiter.getKey(client);
      // A map keeps insertion order: a reinserted window becomes the newest.
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
 * Returns the budget's client: an IPv4 address, or the /64 of an IPv6 address, since one subscriber has all of it. IPv4 in
 * IPv6 notation is the same client. Invalid addresses from a proxy share one budget.
 */
export const toRateLimitClient = memoizeByText((text) => {
  const address = parseIpAddress(text);
  if (address === undefined) return 'unknown';
  if (!('parts' in address)) return address.toString();
  const network = address.parts.slice(0, 4).map((group) => group.toString(16));
  return `${network.join(':')}::/64`;
});
