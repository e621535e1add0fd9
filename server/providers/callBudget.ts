import { setTimeout as sleep } from 'node:timers/promises';

/**
 * Purpose of a call, most urgent first: `finish` completes what was sent to the vendor, `start` begins a new order,
 * `read` can be done later.
 */
export const callPriorities = ['finish', 'start', 'read'] as const;
export type CallPriority = (typeof callPriorities)[number];

/** Clock by which a budget is refilled: monotonic, in milliseconds. */
export type BudgetClock = {
  readonly nowMs: () => number;
  readonly sleep: (ms: number) => Promise<unknown>;
};

export const machineBudgetClock: BudgetClock = { nowMs: () => performance.now(), sleep };

/** A vendor's limit as a token bucket: up to `most` calls at once, refilled with `perSecond` each second. */
export type CallLimit = { readonly most: number; readonly perSecond: number };

export type BudgetState = {
  readonly remaining: number;
  readonly most: number;
  /** How long a call for a new order would wait now. */
  readonly waitSeconds: number;
};

/** Thrown when a call would wait too long, or when the process ends. The call was not made and may be retried. */
export class BudgetSpentError extends Error {
  override name = 'BudgetSpentError';
  /** Like the code of a connection error, shows the caller that the request was not sent. */
  readonly code = 'BUDGET_SPENT';
}

/** Longest wait for each priority. `finish` waits longest, since it completes what was sent to the vendor. */
const LONGEST_WAIT_MS: Readonly<Record<CallPriority, number>> = { finish: 300_000, start: 20_000, read: 60_000 };

/** Share of the budget that reads get while more urgent calls wait, so that reads never starve. */
const READ_SHARE = 0.2;

type WaitingCall = {
  readonly cost: number;
  readonly priority: () => CallPriority;
  readonly work: () => Promise<void>;
  readonly refuse: (error: Error) => void;
};

export type CallBudget = ReturnType<typeof createCallBudget>;

/**
 * Creates a budget for a limit that a vendor counts in windows; its calls may overlap. Half of the limit may be used at
 * once and the other half is refilled within a window, so that no window has more calls than the vendor allows.
 */
export function createWindowBudget(
  { calls, perSeconds }: { readonly calls: number; readonly perSeconds: number },
  clock: BudgetClock = machineBudgetClock,
): CallBudget {
  const most = Math.max(1, Math.floor(calls / 2));
  return createCallBudget({ most, perSecond: most / perSeconds }, clock, { isParallel: true });
}

/**
 * Creates a queue that makes a vendor's calls within its limit: one at a time unless `isParallel`, the most urgent
 * first, calls of one priority in order of arrival. Exceptions: a call that costs nothing precedes all others and does
 * not wait for a refill; reads get at least {@link READ_SHARE}. `priority` is evaluated for each choice of the next call,
 * since a call that others have joined may have become more urgent.
 */
export function createCallBudget(
  { most, perSecond }: CallLimit,
  clock: BudgetClock = machineBudgetClock,
  { isParallel = false } = {},
) {
  let remaining = most;
  let refilledAtMs = clock.nowMs();
  let isServing = false;
  let isStopped = false;
  /** Cost that reads may spend before more urgent calls; it grows with each urgent call while a read waits. */
  let readCredit = 0;
  let refusalsInARow = 0;
  let arrival = Promise.withResolvers<void>();
  const waiting: WaitingCall[] = [];

  function refill(): void {
    const nowMs = clock.nowMs();
    remaining = Math.min(most, remaining + ((nowMs - refilledAtMs) * perSecond) / 1000);
    refilledAtMs = nowMs;
  }

  /** Returns the next call: one without cost, else a read that is due by its share, else the most urgent call. */
  function chooseNextCall(): WaitingCall | undefined {
    const first = (priority: CallPriority) => waiting.find((call) => call.priority() === priority);
    const free = waiting.find(({ cost }) => cost === 0);
    const read = first('read');
    if (free) return free;
    return read && readCredit >= read.cost ? read : (first('finish') ?? first('start') ?? read);
  }

  function updateReadCredit({ cost, priority }: WaitingCall): void {
    const readWaits = waiting.some((call) => call.priority() === 'read');
    if (priority() === 'read') readCredit = Math.max(0, readCredit - cost);
    else readCredit = readWaits ? readCredit + (cost * READ_SHARE) / (1 - READ_SHARE) : 0;
  }

  async function serve(): Promise<void> {
    if (isServing) return;
    isServing = true;
    // The next call is chosen again after each refill and after each arrival, which may be more urgent.
    for (let next = chooseNextCall(); next; next = chooseNextCall()) {
      refill();
      if (remaining < next.cost) {
        arrival = Promise.withResolvers();
        const pauseMs = Math.ceil((Math.min(1, next.cost - remaining) * 1000) / perSecond);
        await Promise.race([clock.sleep(pauseMs), arrival.promise]);
        continue;
      }
      remaining -= next.cost;
      waiting.splice(waiting.indexOf(next), 1);
      updateReadCredit(next);
      const done = next.work();
      if (!isParallel) await done;
    }
    isServing = false;
  }

  function computeWaitMs(cost: number, priority: CallPriority): number {
    refill();
    const rank = callPriorities.indexOf(priority);
    const ahead = waiting.filter((call) => callPriorities.indexOf(call.priority()) <= rank);
    const missing = ahead.reduce((sum, call) => sum + call.cost, cost) - remaining;
    return Math.max(0, (missing * 1000) / perSecond);
  }

  return {
    /**
     * Makes the call when it is its turn, and returns its result. Rejects with {@link BudgetSpentError} if its turn would
     * come later than in `longestWaitMs`, by default the longest wait of its priority, or if the process ends before.
     */
    run<Result>(
      cost: number,
      priority: () => CallPriority,
      call: () => Promise<Result>,
      longestWaitMs = LONGEST_WAIT_MS[priority()],
    ): Promise<Result> {
      if (cost > most) return Promise.reject(new RangeError(`a call costs ${cost} of at most ${most}`));
      if (isStopped) return Promise.reject(new BudgetSpentError('the process is about to end'));
      const wouldWaitMs = cost === 0 ? 0 : computeWaitMs(cost, priority());
      if (wouldWaitMs > longestWaitMs) {
        const seconds = Math.ceil(wouldWaitMs / 1000);
        return Promise.reject(new BudgetSpentError(`the limit of calls is used up for the next ${seconds} s`));
      }
      return new Promise((resolve, reject) => {
        const work = async () => {
          try {
            const result = await call();
            if (cost > 0) refusalsInARow = 0;
            resolve(result);
          } catch (error) {
            reject(error);
          }
        };
        waiting.push({ cost, priority, refuse: reject, work });
        arrival.resolve();
        void serve();
      });
    },
    /** Resolves when it is the turn of a call that the caller then makes itself. Rejects as `run` does. */
    take(cost: number, priority: CallPriority): Promise<void> {
      return this.run(
        cost,
        () => priority,
        async () => undefined,
      );
    },
    /**
     * Records that the vendor rejected a call for its limit: another program uses the same limit, or the vendor counts
     * differently. How far its counter is above the limit is unknown, and rejected calls count as well, so each
     * rejection in a row doubles the pause, up to a full refill.
     */
    markSpent(): void {
      refill();
      remaining = Math.min(remaining, 0) - Math.min(most, 2 ** refusalsInARow);
      refusalsInARow += 1;
    },
    /** Rejects all waiting calls because the process ends; none of them was sent. */
    stop(): void {
      isStopped = true;
      for (const { refuse } of waiting.splice(0)) refuse(new BudgetSpentError('the process is about to end'));
      arrival.resolve();
    },
    state(): BudgetState {
      return { waitSeconds: computeWaitMs(1, 'start') / 1000, remaining: Math.max(0, remaining), most };
    },
  };
}
