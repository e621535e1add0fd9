import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import type { ManualBooking } from '../../ledger/manualBookingStore.ts';
import { reversePostings } from '../../ledger/posting.ts';
import { formatUtcMinute } from '../../notification/duty/duty.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { PersonRegistry } from '../../platform/persons/personRegistry.ts';
import type { Catalog } from '../../purchase/catalog/catalog.ts';
import { acceptDifference } from '../../reconciliation/actions/acceptDifference.ts';
import { bookDifference } from '../../reconciliation/actions/bookDifference.ts';
import {
  buildSignedDifference,
  computeLatestSnoozeEnd,
  findDecisionProblem,
  findDifferenceBookingProblem,
  findSnoozeProblem,
} from '../../reconciliation/actions/differenceRules.ts';
import { formatPostings } from '../../reconciliation/actions/formatPostings.ts';
import { findReversalProblem } from '../../reconciliation/actions/reversal.ts';
import { reverseManualBooking } from '../../reconciliation/actions/reverseManualBooking.ts';
import { snoozeDifference } from '../../reconciliation/actions/snoozeDifference.ts';
import { describeAsset } from '../../reconciliation/describeAsset.ts';
import { buildDifferenceEntry, findDifferenceOutcome } from '../../reconciliation/differences/differenceEntry.ts';
import { computeDifferenceGap, type DifferenceWithHalts } from '../../reconciliation/externalBalances.ts';
import { formatLedgerUnits } from '../../reconciliation/formatUnits.ts';
import type { ConsolePerson } from '../gateway/consoleHandlers.ts';
import { buildActionOption } from '../requests/buildActionOption.ts';
import { computeRemainingDifference } from './remainingDifference.ts';

export type DifferenceAction = ConsoleCallData<'reconciliation'>['differences'][number]['actions'][number];

export type DifferenceContext = {
  readonly database: Queryable;
  readonly catalog: Catalog;
  readonly registry: Pick<PersonRegistry, 'enrolled'>;
  readonly person: ConsolePerson;
  readonly now: Date;
  /** The machine's time, by which external accounts are compared. */
  readonly machineNow: Date;
  /** Bookings by hand that are in force. */
  readonly booked: readonly ManualBooking[];
};

const HOUR_MS = 60 * 60_000;
const QUARTER_MS = HOUR_MS / 4;
const MOST_REVERSALS = 5;
/** Offered durations of a snooze, in hours. */
const WAIT_HOURS = [4, 24, 48, 72, 120, 168] as const;

/** Returns the actions on a difference as a whole, each with the difference that remains after it. */
export async function listDifferenceActions(
  context: DifferenceContext,
  difference: DifferenceWithHalts,
): Promise<DifferenceAction[]> {
  return [
    ...(await buildReversalActions(context, difference)),
    ...buildOutcomeActions(context, difference),
    buildSnoozeAction(context, difference),
    buildAcceptAction(context, difference),
  ];
}

/** Returns reversals of hand bookings that would reduce the difference, the most effective first. */
async function buildReversalActions(
  context: DifferenceContext,
  difference: DifferenceWithHalts,
): Promise<DifferenceAction[]> {
  const { catalog, database, registry, person, booked } = context;
  const gap = computeDifferenceGap(difference);
  const reducing = booked
    .map((booking) => ({
      booking,
      left: computeRemainingDifference(catalog, difference, reversePostings(booking.postings)),
    }))
    .filter(({ left }) => absolute(left) < absolute(gap))
    .toSorted((a, b) => (absolute(a.left) < absolute(b.left) ? -1 : 1))
    .slice(0, MOST_REVERSALS);
  return Promise.all(
    reducing.map(async ({ booking, left }) => {
      const moves = formatPostings(catalog, booking.postings);
      const offer = buildActionOption(registry, person, {
        action: reverseManualBooking.name,
        subject: booking.key,
        input: { moves },
        ...reverseManualBooking.button({ ...booking, moves }),
        needsSecondApproval: true,
        problem: await findReversalProblem(database, booking),
      });
      return {
        kind: 'reverse' as const,
        row: null,
        offer,
        left: formatDifferenceAmount(context, difference, left),
        ...NO_CHOICE,
      };
    }),
  );
}

/** Returns the action that books the difference as a loss or a gain; none if it cannot be booked as either. */
function buildOutcomeActions(context: DifferenceContext, difference: DifferenceWithHalts): DifferenceAction[] {
  const { catalog, registry, person } = context;
  const as = findDifferenceOutcome(difference);
  if (as === undefined) return [];
  const { postings } = buildDifferenceEntry(catalog, difference, 0);
  const amount = `${formatDifferenceAmount(context, difference, absolute(difference.units))} ${describeAsset(catalog, difference.asset).symbol}`;
  const offer = buildActionOption(registry, person, {
    action: bookDifference.name,
    subject: String(difference.id),
    input: { as, ...buildSignedDifference(difference) },
    ...bookDifference.button({
      as,
      amount,
      postings: formatPostings(catalog, postings),
      isHalting: difference.halts.length > 0,
    }),
    needsSecondApproval: true,
    problem: findDifferenceBookingProblem(difference, as),
  });
  const left = formatDifferenceAmount(context, difference, computeRemainingDifference(catalog, difference, postings));
  return [{ kind: 'outcome', row: null, offer, left, ...NO_CHOICE }];
}

function buildSnoozeAction(context: DifferenceContext, difference: DifferenceWithHalts): DifferenceAction {
  const { registry, person, now, machineNow } = context;
  const age = machineNow.getTime() - difference.openedAt.getTime();
  const latest = computeLatestSnoozeEnd(now, age);
  const subject = String(difference.id);
  const left = formatDifferenceAmount(context, difference, computeDifferenceGap(difference));
  const choices = WAIT_HOURS.flatMap((hours) => {
    const until = new Date(Math.floor((now.getTime() + hours * HOUR_MS) / QUARTER_MS) * QUARTER_MS);
    if (until > latest || until <= now) return [];
    const input = { until: until.toISOString(), ...buildSignedDifference(difference) };
    return [
      { key: `${hours} h`, label: `${formatHours(hours)}, until ${formatUtcMinute(until)}`, subject, input, left },
    ];
  });
  const soonest = new Date(now.getTime() + HOUR_MS);
  const offer = buildActionOption(registry, person, {
    action: snoozeDifference.name,
    subject,
    input: buildSignedDifference(difference),
    ...snoozeDifference.button(),
    needsSecondApproval: false,
    problem:
      findDecisionProblem(difference) ?? (choices.length === 0 ? findSnoozeProblem(soonest, { now, age }) : undefined),
  });
  return { kind: 'wait', row: null, offer, left, choose: 'Snooze until', choices };
}

function buildAcceptAction(context: DifferenceContext, difference: DifferenceWithHalts): DifferenceAction {
  const { catalog, registry, person } = context;
  const { id, asset, halts } = difference;
  const offer = buildActionOption(registry, person, {
    action: acceptDifference.name,
    subject: String(id),
    input: buildSignedDifference(difference),
    ...acceptDifference.button({ code: describeAsset(catalog, asset).symbol, isHalting: halts.length > 0 }),
    needsSecondApproval: true,
    problem: findDecisionProblem(difference),
  });
  const left = formatDifferenceAmount(context, difference, computeDifferenceGap(difference));
  return { kind: 'accept', row: null, offer, left, ...NO_CHOICE };
}

export const NO_CHOICE = { choose: '', choices: [] };

/** Formats an amount of a difference exactly. */
export function formatDifferenceAmount(
  { catalog }: Pick<DifferenceContext, 'catalog'>,
  { asset }: DifferenceWithHalts,
  units: bigint,
): string {
  return formatLedgerUnits(catalog, asset, units);
}

function formatHours(hours: number): string {
  if (hours < 24) return `${hours} hours`;
  return hours === 24 ? '1 day' : `${hours / 24} days`;
}

function absolute(units: bigint): bigint {
  return units < 0n ? -units : units;
}
