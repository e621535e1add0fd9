import { createHash } from 'node:crypto';
import { type DifferenceOutcome, findDifferenceOutcome } from '../differences/differenceEntry.ts';
import type { Difference } from '../differences/differenceStore.ts';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
/** A difference may be snoozed for at most this time per request, and until at most these days since it was found. */
const MAX_SNOOZE_MS = 7 * DAY_MS;
const MAX_TOTAL_SNOOZE_DAYS = 30;

/** Returns what a person signs about a difference: its amount, and a hash of its overdue rows and the unexplained rest. */
export function buildSignedDifference({ units, restUnits, rows }: Pick<Difference, 'units' | 'restUnits' | 'rows'>) {
  const overdue = rows
    .filter((row) => row.overdue)
    .map(({ id, here, there }) => JSON.stringify([id, here.toString(), there.toString()]))
    .toSorted();
  const text = JSON.stringify([restUnits.toString(), ...overdue]);
  return { units: units.toString(), rows: createHash('sha256').update(text).digest('hex').slice(0, 32) };
}

/** Returns true if a difference is still what was signed, row for row. */
export function isAsSigned(difference: Difference, signed: ReturnType<typeof buildSignedDifference>): boolean {
  const { units, rows } = buildSignedDifference(difference);
  return signed.units === units && signed.rows === rows;
}

/** Returns why a difference cannot be decided now; undefined if it can. */
export function findDecisionProblem(difference: Pick<Difference, 'id' | 'state' | 'bookedIn'>): string | undefined {
  const { id, state, bookedIn } = difference;
  if (state === 'pending') return 'Items are still within their settlement window. No decision is needed yet.';
  if (state === 'accepted') return 'The difference is already accepted.';
  if (state === 'cleared') return `There is no open difference ${id}.`;
  return bookedIn === null ? undefined : 'The difference was booked. The next comparison shows what remains.';
}

/** Returns why a difference cannot be booked as lost or gained now; undefined if it can. */
export function findDifferenceBookingProblem(difference: Difference, as: string): string | undefined {
  const problem = findDecisionProblem(difference);
  if (problem !== undefined) return problem;
  const outcome: DifferenceOutcome | undefined = findDifferenceOutcome(difference);
  if (outcome === undefined)
    return 'Its items add up to zero, so nothing is lost or gained. Book each item separately.';
  if (as === outcome) return undefined;
  return outcome === 'lost'
    ? 'The counterparty has less than the ledger: it can only be booked as lost.'
    : 'The counterparty has more than the ledger: it can only be booked as gained.';
}

/** Returns the latest time until which a difference may be snoozed. `age`: the milliseconds since it was found. */
export function computeLatestSnoozeEnd(now: Date, age: number): Date {
  const latestInTotal = now.getTime() - age + MAX_TOTAL_SNOOZE_DAYS * DAY_MS;
  return new Date(Math.min(now.getTime() + MAX_SNOOZE_MS, latestInTotal));
}

/** Returns why a difference cannot be snoozed until this time; undefined if it can. */
export function findSnoozeProblem(
  until: Date,
  { now, age }: { readonly now: Date; readonly age: number },
): string | undefined {
  if (Number.isNaN(until.getTime())) return 'Enter a time in UTC, such as 2026-11-25T10:00Z.';
  if (until <= now) return 'This time has passed.';
  if (age + (until.getTime() - now.getTime()) > MAX_TOTAL_SNOOZE_DAYS * DAY_MS)
    return `The difference was found ${Math.floor(age / DAY_MS)} days ago and can be snoozed for at most ${MAX_TOTAL_SNOOZE_DAYS} days. Book it, or accept it.`;
  if (until > computeLatestSnoozeEnd(now, age)) return 'A difference can be snoozed for at most 7 days at a time.';
  return undefined;
}
