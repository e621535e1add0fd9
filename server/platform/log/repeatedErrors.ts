import { type LoggedError, removeStacks, toLoggedError } from './loggedErrors.ts';

/** A repeated error is logged again after these pauses; the last one repeats. */
const PAUSES_MS = [10_000, 60_000, 600_000, 3_600_000] as const;
/** An error not seen for this long has ended: the next one is new. */
const ENDED_MS = 600_000;
/** Within this time an error's stack is written once, even if several lines have it. */
const STACK_MS = 60_000;
/** Bounds the memory, since lines may differ each time. */
const MAX_KNOWN_LINES = 1_000;

type KnownLine = { times: number; pause: number; lastSeenAt: number; writtenAt: number };

type Fields = Readonly<Record<string, unknown>>;

/**
 * Thins out lines about persistent errors, such as an unreachable database: each is written once, then at growing intervals
 * with its count (`times`). Lines with any different field, such as an order or a reference, are separate and not lost.
 */
export type RepeatedErrors = {
  /** Returns the fields to write, or undefined if the line is only counted. */
  admit(fields: Fields, message: string): Fields | undefined;
};

export function createRepeatedErrors(elapsedMs: () => number = () => performance.now()): RepeatedErrors {
  const lines = new Map<string, KnownLine>();
  const stacks = new Map<string, number>();

  function dropRepeatedStack(thrown: unknown, now: number): LoggedError {
    const error = toLoggedError(thrown);
    const identity = JSON.stringify(removeStacks(error));
    const isNew = now - (stacks.get(identity) ?? -STACK_MS) >= STACK_MS;
    if (!isNew) return removeStacks(error);
    storeBounded(stacks, identity, now);
    return error;
  }

  return {
    admit({ err, error = err, ...others }, message) {
      if (error === undefined) return { ...others };
      const now = elapsedMs();
      const key = JSON.stringify([message, others, removeStacks(toLoggedError(error))], serializeBigInt);
      const repeated = lines.get(key);
      if (!repeated || now - repeated.lastSeenAt >= ENDED_MS) {
        storeBounded(lines, key, { times: 1, pause: 0, lastSeenAt: now, writtenAt: now });
        return { ...others, error: dropRepeatedStack(error, now) };
      }
      repeated.times += 1;
      repeated.lastSeenAt = now;
      if (now - repeated.writtenAt < (PAUSES_MS[repeated.pause] ?? 0)) return undefined;
      repeated.writtenAt = now;
      repeated.pause = Math.min(repeated.pause + 1, PAUSES_MS.length - 1);
      return { ...others, times: repeated.times, error: dropRepeatedStack(error, now) };
    },
  };
}

/** Stores a value and drops the oldest beyond the limit: a Map keeps insertion order. */
function storeBounded<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > MAX_KNOWN_LINES && oldest !== undefined) map.delete(oldest);
}

function serializeBigInt(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
