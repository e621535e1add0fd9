import { createHash } from 'node:crypto';
import { type DifferenceOutcome, outcomeOfDifference } from '../../reconciliation/differenceEntry.ts';
import type { Difference } from '../../reconciliation/differenceStore.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** For how long a difference may wait at once, and for how long in all since it was found. */
const MOST_AT_ONCE_MS = 7 * DAY_MS;
const MOST_IN_ALL_DAYS = 30;

/** What a person signs of a difference: how much it is, and a hash of every row that makes it and of what none explains. */
export function signedOf({ units, restUnits, rows }: Pick<Difference, 'units' | 'restUnits' | 'rows'>) {
  const overdue = rows
    .filter((row) => row.overdue)
    .map(({ id, here, there }) => JSON.stringify([id, here.toString(), there.toString()]))
    .toSorted();
  const text = JSON.stringify([restUnits.toString(), ...overdue]);
  return { units: units.toString(), rows: createHash('sha256').update(text).digest('hex').slice(0, 32) };
}

/** Whether a difference is still what was signed of it, row for row. */
export function isAsSigned(difference: Difference, input: Readonly<Record<string, string>>): boolean {
  const { units, rows } = signedOf(difference);
  return input['units'] === units && input['rows'] === rows;
}

/** Why nothing can be decided of a difference now; undefined where something can. */
export function whyNotDecided(difference: Pick<Difference, 'id' | 'state' | 'bookedIn'>): string | undefined {
  const { id, state, bookedIn } = difference;
  if (state === 'pending') return 'Its rows have their time still: nothing is to be decided yet.';
  if (state === 'accepted') return 'It is accepted.';
  if (state === 'cleared') return `There is no open difference ${id}.`;
  return bookedIn === null ? undefined : 'It was booked: the next comparison says what is left of it.';
}

/** As {@link whyNotDecided}, of booking it as lost or gained. */
export function whyNotBooked(difference: Difference, as: string): string | undefined {
  const against = whyNotDecided(difference);
  if (against !== undefined) return against;
  const is: DifferenceOutcome | undefined = outcomeOfDifference(difference);
  if (is === undefined) return 'Its rows sum to nothing: nothing is lost or gained. Book each row as what it is.';
  if (as === is) return undefined;
  return is === 'lost'
    ? 'The place has less than the ledger: it can be booked as lost alone.'
    : 'The place has more than the ledger: it can be booked as gained alone.';
}

/** When a difference may wait until at most. `age`: how long ago it was found. */
export function latestWait(now: Date, age: number): Date {
  const inAll = now.getTime() - age + MOST_IN_ALL_DAYS * DAY_MS;
  return new Date(Math.min(now.getTime() + MOST_AT_ONCE_MS, inAll));
}

/** Why a difference cannot wait until then; undefined where it can. */
export function whyNotWait(
  until: Date,
  { now, age }: { readonly now: Date; readonly age: number },
): string | undefined {
  if (Number.isNaN(until.getTime())) return 'Say a time in UTC, as 2026-11-25T10:00Z.';
  if (until <= now) return 'That time is over.';
  if (age + (until.getTime() - now.getTime()) > MOST_IN_ALL_DAYS * DAY_MS)
    return `It was found ${Math.floor(age / DAY_MS)} days ago, and waits for ${MOST_IN_ALL_DAYS} days at most: book it, or accept it.`;
  if (until > latestWait(now, age)) return 'It waits for 7 days at most: ask again then.';
  return undefined;
}
