import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { factOf } from '../../ledger/entryKey.ts';
import type { HandBooking } from '../../ledger/handBookingStore.ts';
import { reverse } from '../../ledger/posting.ts';
import { inUtc } from '../../notification/duty/duty.ts';
import { latestWait, signedOf, whyNotBooked, whyNotDecided, whyNotWait } from '../../operator/clerk/differenceRules.ts';
import { movesOf } from '../../operator/clerk/movesOf.ts';
import { whyNotReversed } from '../../operator/clerk/reversal.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Persons } from '../../platform/persons/readPersons.ts';
import type { Catalog } from '../../purchase/catalog/catalog.ts';
import { describeAsset } from '../../reconciliation/describeAsset.ts';
import { entryOfDifference, outcomeOfDifference } from '../../reconciliation/differenceEntry.ts';
import { exactText } from '../../reconciliation/exactText.ts';
import { offerAct } from '../acts/offerAct.ts';
import { gapOfDifference, type StandingDifference } from '../figures/places.ts';
import type { ConsolePerson } from '../gateway/consoleHandlers.ts';
import { leftAfter } from './left.ts';

export type DifferenceWay = ConsoleCallData<'reconciliation'>['differences'][number]['ways'][number];

export type Viewing = {
  readonly database: Queryable;
  readonly catalog: Catalog;
  readonly known: Pick<Persons, 'enrolled'>;
  readonly person: ConsolePerson;
  readonly now: Date;
  /** The machine's time, by which places are compared. */
  readonly machine: Date;
  /** What persons have booked by hand, and stands. */
  readonly booked: readonly HandBooking[];
};

const HOUR_MS = 60 * 60_000;
const QUARTER_MS = HOUR_MS / 4;
const MOST_REVERSALS = 5;
/** How long a difference may wait, as it is offered. */
const WAITS = [4, 24, 48, 72, 120, 168] as const;

/** What may be done about a difference as a whole; each says what is left of it. */
export async function differenceWays(viewing: Viewing, difference: StandingDifference): Promise<DifferenceWay[]> {
  return [
    ...(await reversals(viewing, difference)),
    ...outcome(viewing, difference),
    waiting(viewing, difference),
    acceptance(viewing, difference),
  ];
}

/** Bookings by hand without which less would differ, what helps most first. */
async function reversals(viewing: Viewing, difference: StandingDifference): Promise<DifferenceWay[]> {
  const { catalog, database, known, person, booked } = viewing;
  const gap = gapOfDifference(difference);
  const helping = booked
    .map((booking) => ({ booking, left: leftAfter(catalog, difference, reverse(booking.postings)) }))
    .filter(({ left }) => absolute(left) < absolute(gap))
    .toSorted((a, b) => (absolute(a.left) < absolute(b.left) ? -1 : 1))
    .slice(0, MOST_REVERSALS);
  return Promise.all(
    helping.map(async ({ booking, left }) => {
      const moves = movesOf(catalog, booking.postings);
      const offer = offerAct(known, person, {
        action: 'reverse-booking',
        subject: booking.key,
        input: { moves },
        label: `Reverse ${factOf(booking.key)}`,
        effect: `Takes back ${moves}, as ${booking.who} booked it on ${inUtc(booking.at)} (“${booking.why}”). What it was booked of waits again.`,
        takesTwo: true,
        against: await whyNotReversed(database, booking),
      });
      return { kind: 'reverse' as const, row: null, offer, left: say(viewing, difference, left), ...NO_CHOICE };
    }),
  );
}

/** As lost or as gained, whichever it is. */
function outcome(viewing: Viewing, difference: StandingDifference): DifferenceWay[] {
  const { catalog, known, person } = viewing;
  const as = outcomeOfDifference(difference);
  if (as === undefined) return [];
  const { postings } = entryOfDifference(catalog, difference, 0);
  const size = `${say(viewing, difference, absolute(difference.units))} ${describeAsset(catalog, difference.asset).code}`;
  const offer = offerAct(known, person, {
    action: 'book-difference',
    subject: String(difference.id),
    input: { as, ...signedOf(difference) },
    label: `Book ${size} as ${as}`,
    effect: `${movesOf(catalog, postings)}. The ledger has what the place has then${
      difference.halts.length > 0 ? ', and what stands still goes on after the next comparison' : ''
    }. It counts in what is left after all costs.`,
    takesTwo: true,
    against: whyNotBooked(difference, as),
  });
  const left = say(viewing, difference, leftAfter(catalog, difference, postings));
  return [{ kind: 'outcome', row: null, offer, left, ...NO_CHOICE }];
}

function waiting(viewing: Viewing, difference: StandingDifference): DifferenceWay {
  const { known, person, now, machine } = viewing;
  const age = machine.getTime() - difference.openedAt.getTime();
  const latest = latestWait(now, age);
  const subject = String(difference.id);
  const left = say(viewing, difference, gapOfDifference(difference));
  const choices = WAITS.flatMap((hours) => {
    const until = new Date(Math.floor((now.getTime() + hours * HOUR_MS) / QUARTER_MS) * QUARTER_MS);
    if (until > latest || until <= now) return [];
    const input = { until: until.toISOString(), ...signedOf(difference) };
    return [{ key: `${hours} h`, label: `${lengthOf(hours)}, until ${inUtc(until)}`, subject, input, left }];
  });
  const soonest = new Date(now.getTime() + HOUR_MS);
  const offer = offerAct(known, person, {
    action: 'wait-until',
    subject,
    input: signedOf(difference),
    label: 'Let it wait until …',
    effect:
      'Nobody is told of it again before then, unless it becomes worse. It stays open, and what it halts stays halted.',
    takesTwo: false,
    against: whyNotDecided(difference) ?? (choices.length === 0 ? whyNotWait(soonest, { now, age }) : undefined),
  });
  return { kind: 'wait', row: null, offer, left, choose: 'Until when', choices };
}

function acceptance(viewing: Viewing, difference: StandingDifference): DifferenceWay {
  const { catalog, known, person } = viewing;
  const { id, asset, halts } = difference;
  const offer = offerAct(known, person, {
    action: 'accept-difference',
    subject: String(id),
    input: signedOf(difference),
    label: 'Accept the difference',
    effect:
      halts.length > 0
        ? `Books nothing. What ${describeAsset(catalog, asset).code} has stopped goes on while the difference stays what it is; another amount or another row stops it again.`
        : 'Books nothing, and nobody is told again while the difference stays what it is.',
    takesTwo: true,
    against: whyNotDecided(difference),
  });
  const left = say(viewing, difference, gapOfDifference(difference));
  return { kind: 'accept', row: null, offer, left, ...NO_CHOICE };
}

export const NO_CHOICE = { choose: '', choices: [] };

/** A figure of a difference, exactly. */
export function say({ catalog }: Pick<Viewing, 'catalog'>, { asset }: StandingDifference, units: bigint): string {
  return exactText(catalog, asset, units);
}

function lengthOf(hours: number): string {
  if (hours < 24) return `${hours} hours`;
  return hours === 24 ? 'A day' : `${hours / 24} days`;
}

function absolute(units: bigint): bigint {
  return units < 0n ? -units : units;
}
