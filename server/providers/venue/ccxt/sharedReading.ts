import { type CallPriority, callPriorities } from '../../callBudget.ts';

/** Request of a caller for a reading that it may share. */
export type ReadingRequest = {
  readonly priority: CallPriority;
  /** How far back the reading has to go, in epoch seconds. */
  readonly since: number;
};

/** A reading that has not begun: it serves all joined callers, with the most urgent priority and the earliest start. */
export type JoinedReading = {
  readonly priority: () => CallPriority;
  readonly since: () => number;
  /** Called when the request is sent: later callers need a newer answer. */
  readonly begin: () => void;
};

/**
 * Creates a function that shares readings of one list: all callers before a reading begins get its answer, and each
 * reading begins after the previous one has ended. So a list costs the same for one order and for fifty, and no answer
 * is older than its request.
 */
export function createSharedReading<Result>(read: (joined: JoinedReading) => Promise<Result>) {
  type Reading = { priority: CallPriority; since: number; answer: Promise<Result> };
  let next: Reading | undefined;
  let previous: Promise<unknown> = Promise.resolve();

  function open({ priority, since }: ReadingRequest): Reading {
    const { promise, resolve } = Promise.withResolvers<Result>();
    const mine: Reading = { priority, since, answer: promise };
    const begin = () => {
      if (next === mine) next = undefined;
    };
    const joined: JoinedReading = { priority: () => mine.priority, since: () => mine.since, begin };
    resolve(previous.then(() => read(joined)).finally(begin));
    previous = promise.catch(() => undefined);
    return mine;
  }

  return function share(request: ReadingRequest): Promise<Result> {
    if (next) {
      if (callPriorities.indexOf(request.priority) < callPriorities.indexOf(next.priority))
        next.priority = request.priority;
      next.since = Math.min(next.since, request.since);
    }
    next ??= open(request);
    return next.answer;
  };
}
