import { type CallPriority, callPriorities } from '../../callBudget.ts';

/** What a caller wants of a reading that it may share. */
export type ReadingRequest = {
  readonly priority: CallPriority;
  /** How far back the reading has to go, in epoch seconds. */
  readonly since: number;
};

/** A reading that has not begun: it serves all who have joined, the most urgent of them and the furthest back. */
export type JoinedReading = {
  readonly priority: () => CallPriority;
  readonly since: () => number;
  /** To be called when the request leaves: later callers need a newer answer. */
  readonly begin: () => void;
};

/**
 * Joins callers that need the same list: all that ask before a reading begins get its answer, and each reading begins after
 * the one before has ended. So a list costs the same for one order and for fifty, and no answer is older than its question.
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
