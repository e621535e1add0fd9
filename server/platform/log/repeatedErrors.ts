import { type LoggedError, loggedError, withoutStacks } from './loggedError.ts';

/** A line about an error that lasts is written when it is met again after these pauses, the last of them for as long as it lasts. */
const PAUSES_MS = [10_000, 60_000, 600_000, 3_600_000] as const;
/** An error that was not met for so long has ended: the next one is a new one. */
const ENDED_MS = 600_000;
/** Within this time the stack of an error is written once, also if several lines have it. */
const STACK_MS = 60_000;
/** Lines whose fields differ each time must not fill the memory. */
const MOST_KNOWN = 1_000;

type Known = { times: number; pause: number; metAt: number; writtenAt: number };

type Fields = Readonly<Record<string, unknown>>;

/**
 * Thins out lines about errors that last, such as a database that is away: each is written once, then with how often it was met
 * (`times`) at growing intervals. Lines differ if any field does, such as the order or a reference: none of those is lost.
 */
export type RepeatedErrors = {
  /** Returns the fields to write, or undefined if the line is only counted. */
  admit(fields: Fields, message: string): Fields | undefined;
};

export function createRepeatedErrors(elapsedMs: () => number = () => performance.now()): RepeatedErrors {
  const lines = new Map<string, Known>();
  const stacks = new Map<string, number>();

  function thin(thrown: unknown, now: number): LoggedError {
    const error = loggedError(thrown);
    const identity = JSON.stringify(withoutStacks(error));
    const isNew = now - (stacks.get(identity) ?? -STACK_MS) >= STACK_MS;
    if (!isNew) return withoutStacks(error);
    remember(stacks, identity, now);
    return error;
  }

  return {
    admit({ err, error = err, ...others }, message) {
      if (error === undefined) return { ...others };
      const now = elapsedMs();
      const key = JSON.stringify([message, others, withoutStacks(loggedError(error))], asText);
      const known = lines.get(key);
      if (!known || now - known.metAt >= ENDED_MS) {
        remember(lines, key, { times: 1, pause: 0, metAt: now, writtenAt: now });
        return { ...others, error: thin(error, now) };
      }
      known.times += 1;
      known.metAt = now;
      if (now - known.writtenAt < (PAUSES_MS[known.pause] ?? 0)) return undefined;
      known.writtenAt = now;
      known.pause = Math.min(known.pause + 1, PAUSES_MS.length - 1);
      return { ...others, times: known.times, error: thin(error, now) };
    },
  };
}

/** Forgets the oldest beyond the limit: a Map keeps the order in which its keys came. */
function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > MOST_KNOWN && oldest !== undefined) map.delete(oldest);
}

function asText(_name: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value;
}
