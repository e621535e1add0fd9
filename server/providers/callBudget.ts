import { setTimeout as sleep } from 'node:timers/promises';

/**
 * What a call is for, most urgent first: `finish` what has been sent to the vendor, `start` a new order, `read` what can be
 * read later.
 */
export const callPriorities = ['finish', 'start', 'read'] as const;
export type CallPriority = (typeof callPriorities)[number];

/** The time by which a budget is refilled: monotonic, in milliseconds. */
export type BudgetClock = {
  readonly nowMs: () => number;
  readonly sleep: (ms: number) => Promise<unknown>;
};

export const machineBudgetClock: BudgetClock = { nowMs: () => performance.now(), sleep };

/** A vendor's limit: a counter that takes `most` and loses `perSecond` each second. */
export type CallLimit = { readonly most: number; readonly perSecond: number };

export type BudgetState = {
  readonly left: number;
  readonly most: number;
  /** How long a new order's call would wait now. */
  readonly waitSeconds: number;
};

/** A call would wait for longer than its answer would be worth. It has not been made and may be tried again. */
export class BudgetSpentError extends Error {
  override name = 'BudgetSpentError';
}

/** Longest wait for each priority. What has been sent has to be read, however long that takes. */
const LONGEST_WAIT_MS: Readonly<Record<CallPriority, number>> = { finish: 300_000, start: 20_000, read: 60_000 };

/** The share of the budget that reads get while more urgent calls wait, so that they never starve. */
const SHARE_OF_READS = 0.2;

type Waiting = {
  readonly cost: number;
  readonly priority: () => CallPriority;
  readonly work: () => Promise<void>;
  readonly refuse: (error: Error) => void;
};

export type CallBudget = ReturnType<typeof createCallBudget>;

/**
 * Makes a vendor's calls within its limit: one at a time, the most urgent first, those of one priority in the order in which
 * they came. A call that costs nothing waits for no other. `priority` is asked for each time, since a call that others have
 * joined may have become more urgent.
 */
export function createCallBudget({ most, perSecond }: CallLimit, clock: BudgetClock = machineBudgetClock) {
  let left = most;
  let countedAtMs = clock.nowMs();
  let serving = false;
  let stopped = false;
  let owedToReads = 0;
  let arrival = Promise.withResolvers<void>();
  const waiting: Waiting[] = [];

  function refill(): void {
    const nowMs = clock.nowMs();
    left = Math.min(most, left + ((nowMs - countedAtMs) * perSecond) / 1000);
    countedAtMs = nowMs;
  }

  /** The next call: the most urgent one, unless reads are owed one by now. */
  function nextCall(): Waiting | undefined {
    const first = (priority: CallPriority) => waiting.find((call) => call.priority() === priority);
    const free = waiting.find(({ cost }) => cost === 0);
    const read = first('read');
    if (free) return free;
    return read && owedToReads >= read.cost ? read : (first('finish') ?? first('start') ?? read);
  }

  function countShares({ cost, priority }: Waiting): void {
    const readWaits = waiting.some((call) => call.priority() === 'read');
    if (priority() === 'read') owedToReads = Math.max(0, owedToReads - cost);
    else owedToReads = readWaits ? owedToReads + (cost * SHARE_OF_READS) / (1 - SHARE_OF_READS) : 0;
  }

  async function serve(): Promise<void> {
    if (serving) return;
    serving = true;
    // Chosen again after each point that is refilled, and when another call comes: it may be more urgent.
    for (let next = nextCall(); next; next = nextCall()) {
      refill();
      if (left < next.cost) {
        arrival = Promise.withResolvers();
        const pauseMs = Math.ceil((Math.min(1, next.cost - left) * 1000) / perSecond);
        await Promise.race([clock.sleep(pauseMs), arrival.promise]);
        continue;
      }
      left -= next.cost;
      waiting.splice(waiting.indexOf(next), 1);
      countShares(next);
      await next.work();
    }
    serving = false;
  }

  function waitMs(cost: number, priority: CallPriority): number {
    refill();
    const rank = callPriorities.indexOf(priority);
    const ahead = waiting.filter((call) => callPriorities.indexOf(call.priority()) <= rank);
    const missing = ahead.reduce((sum, call) => sum + call.cost, cost) - left;
    return Math.max(0, (missing * 1000) / perSecond);
  }

  return {
    /** Makes the call when it is its turn; rejects with {@link BudgetSpentError} when that would take too long. */
    run<Result>(cost: number, priority: () => CallPriority, call: () => Promise<Result>): Promise<Result> {
      if (cost > most) return Promise.reject(new RangeError(`a call costs ${cost} of at most ${most}`));
      if (stopped) return Promise.reject(new BudgetSpentError('the process is about to end'));
      const wouldWaitMs = cost === 0 ? 0 : waitMs(cost, priority());
      if (wouldWaitMs > LONGEST_WAIT_MS[priority()]) {
        const seconds = Math.ceil(wouldWaitMs / 1000);
        return Promise.reject(new BudgetSpentError(`the limit of calls is used up for the next ${seconds} s`));
      }
      return new Promise((resolve, reject) => {
        waiting.push({ cost, priority, refuse: reject, work: () => call().then(resolve, reject) });
        arrival.resolve();
        void serve();
      });
    },
    /** The vendor has refused a call for its limit: another program uses the budget too, or counts differently. */
    markSpent(): void {
      refill();
      left = Math.min(left, 0);
    },
    /** The process ends: what waits is refused, since nothing of it has been asked for. */
    stop(): void {
      stopped = true;
      for (const { refuse } of waiting.splice(0)) refuse(new BudgetSpentError('the process is about to end'));
      arrival.resolve();
    },
    state(): BudgetState {
      return { waitSeconds: waitMs(1, 'start') / 1000, left: Math.max(0, left), most };
    },
  };
}
