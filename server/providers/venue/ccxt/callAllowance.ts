import { setTimeout as sleep } from 'node:timers/promises';

/** `order`: what an order waits for that is being sent or was sent; `question`: what can be asked again later. */
export type Urgency = 'order' | 'question';

/** So many calls wait already that this one is not made: nothing has left, and it may be tried again. */
export class TooManyCallsError extends Error {
  override name = 'TooManyCallsError';
}

/** Waiting callers: urgent ones first, and those of one urgency in the order in which they came. */
export function createWaitingList<Waiting>() {
  const waiting: Readonly<Record<Urgency, Waiting[]>> = { order: [], question: [] };
  return {
    add: (caller: Waiting, urgency: Urgency) => void waiting[urgency].push(caller),
    first: (): Waiting | undefined => waiting.order[0] ?? waiting.question[0],
    takeFirst: (): Waiting | undefined => waiting.order.shift() ?? waiting.question.shift(),
    /** Those that a caller of this urgency would have to let pass. */
    before: (urgency: Urgency): readonly Waiting[] =>
      urgency === 'order' ? waiting.order : [...waiting.order, ...waiting.question],
  };
}

/** A call that would wait longer is turned away: its answer would be of no use by then, and it would keep a worker busy. */
const LONGEST_WAIT_MS = 20_000;

type Caller = { readonly cost: number; readonly pass: () => void };

/**
 * An exchange's allowance of calls: a burst, refilled one by one. ccxt's own limiters either keep no burst or let it run
 * dry and then stand still for the whole window. An order's calls pass those that only ask.
 */
export function createCallAllowance(
  burst: number,
  refillEveryMs: number,
  nowMs: () => number = performance.now.bind(performance),
) {
  let left = burst;
  let countedAt = nowMs();
  let serving = false;
  const waiting = createWaitingList<Caller>();

  function refill(): void {
    const now = nowMs();
    left = Math.min(burst, left + (now - countedAt) / refillEveryMs);
    countedAt = now;
  }

  async function serve(): Promise<void> {
    if (serving) return;
    serving = true;
    // Looked at anew after each pause: a more urgent caller may have come.
    for (let next = waiting.first(); next; next = waiting.first()) {
      refill();
      if (left < next.cost) {
        await sleep(Math.ceil((next.cost - left) * refillEveryMs));
        continue;
      }
      left -= next.cost;
      waiting.takeFirst()?.pass();
    }
    serving = false;
  }

  return {
    /** Resolves when so many calls may be made; rejects with {@link TooManyCallsError} when that would take too long. */
    take(cost: number, urgency: Urgency = 'question'): Promise<void> {
      if (cost === 0) return Promise.resolve();
      refill();
      const ahead = waiting.before(urgency).reduce((sum, caller) => sum + caller.cost, cost);
      if ((ahead - left) * refillEveryMs > LONGEST_WAIT_MS)
        return Promise.reject(new TooManyCallsError(`${ahead} calls are due before this one`));
      return new Promise((pass) => {
        waiting.add({ cost, pass }, urgency);
        void serve();
      });
    },
  };
}
