import { isRequestApprovalNeeded } from '../../operator/actions/actions.ts';
import { bookUnmatchedLine } from '../../operator/actions/bookings/bookUnmatchedLine.ts';
import {
  type Bookable,
  buildClassifiedEntry,
  findBookable,
  findBookingProblem,
  listClassifications,
} from '../../operator/clerk/bookable.ts';
import { CommandError } from '../../operator/commandError.ts';
import { computeDifferenceGap, type DifferenceWithHalts } from '../../reconciliation/externalBalances.ts';
import { findPayoutsInTransit } from '../../treasury/acquirer/acquirerLineStore.ts';
import { computeSentUnits } from '../../treasury/acquirer/matchPayouts.ts';
import { formatAmountWithCode } from '../presentAmount.ts';
import { buildActionOption } from '../requests/buildActionOption.ts';
import { findMatchCandidates } from '../reviews/buildBookingReview.ts';
import {
  type DifferenceAction,
  type DifferenceContext,
  formatDifferenceAmount,
  NO_CHOICE,
} from './differenceActions.ts';
import { computeRemainingDifference } from './remainingDifference.ts';

/** Limits the rows of a difference that get acts of their own. */
const MOST_ROWS = 20;
const PAYOUT = 'acquirer-payout';

/** Returns acts on single rows: book it as a kind that a person can name, or match it to an order. */
export async function listRowActions(
  viewing: DifferenceContext,
  difference: DifferenceWithHalts,
): Promise<DifferenceAction[]> {
  // Rows of a chain are orders.
  const rows = difference.place.startsWith('chain:') ? [] : difference.rows.slice(0, MOST_ROWS);
  const actions = await Promise.all(
    rows.map(async ({ id }) => {
      const bookable = await findBookable(viewing.database, id);
      return bookable
        ? [
            ...(await buildMatchActions(viewing, difference, bookable)),
            await buildBookAction(viewing, difference, bookable),
          ]
        : [];
    }),
  );
  return actions.flat();
}

async function buildBookAction(
  viewing: DifferenceContext,
  difference: DifferenceWithHalts,
  bookable: Bookable,
): Promise<DifferenceAction> {
  const { database, catalog, known, person } = viewing;
  const problem = findBookingProblem(bookable) ?? (await explainNotPostable(viewing, bookable));
  const kinds = problem === undefined ? listClassifications(bookable) : [];
  const choices = await Promise.all(
    kinds.map(async (as) => {
      const { postings } = await buildClassifiedEntry(database, async () => catalog, bookable, as);
      const left = formatDifferenceAmount(
        viewing,
        difference,
        computeRemainingDifference(catalog, difference, postings),
      );
      return as === PAYOUT && bookable.of === 'bank' && bookable.direction === 'credit'
        ? (await findMatchingPayouts(viewing, bookable)).map((of) => buildChoice(bookable, { as, of }, left))
        : [buildChoice(bookable, { as, of: '' }, left)];
    }),
  );
  const offer = buildActionOption(known, person, {
    action: bookUnmatchedLine.name,
    subject: bookable.id,
    input: { as: '', of: '' },
    ...bookUnmatchedLine.button(bookable),
    needsSecondApproval: false,
    problem,
  });
  return { kind: 'book', row: bookable.id, offer, left: null, choose: 'Book as', choices: choices.flat() };
}

/** Returns why a row cannot be posted, for example if its amount is finer than the ledger's scale. */
async function explainNotPostable(
  { database, catalog }: DifferenceContext,
  bookable: Bookable,
): Promise<string | undefined> {
  try {
    await buildClassifiedEntry(database, async () => catalog, bookable, listClassifications(bookable)[0] ?? '');
    return undefined;
  } catch (error) {
    if (error instanceof CommandError) return error.message;
    throw error;
  }
}

function buildChoice({ id }: Bookable, input: { readonly as: string; readonly of: string }, left: string) {
  const label = input.of === '' ? input.as : `${input.as} ${input.of}`;
  return { key: label, label, subject: id, input, left };
}

/** Returns the acquirer's payouts in transit with exactly the received amount. */
async function findMatchingPayouts(
  { database }: DifferenceContext,
  bookable: Extract<Bookable, { of: 'bank' }>,
): Promise<string[]> {
  const { amount } = bookable;
  return (await findPayoutsInTransit(database))
    .filter((payout) => payout.amount.asset.id === amount.asset.id && computeSentUnits(payout) === amount.units)
    .map(({ subject }) => subject);
}

/** Returns acts that match a bank booking to one of the likeliest orders. */
async function buildMatchActions(
  viewing: DifferenceContext,
  difference: DifferenceWithHalts,
  bookable: Bookable,
): Promise<DifferenceAction[]> {
  if (bookable.of !== 'bank' || bookable.direction !== 'credit' || bookable.status !== 'unallocated') return [];
  const { database, known, person } = viewing;
  const left = formatDifferenceAmount(viewing, difference, computeDifferenceGap(difference));
  return Promise.all(
    (await findMatchCandidates(viewing, bookable)).map(async ({ order, score }) => {
      const request = { action: 'match' as const, subject: order.orderNo, input: { entry: bookable.id } };
      const offer = buildActionOption(known, person, {
        ...request,
        label: `Match ${bookable.id} to ${order.orderNo}`,
        effect: `${formatAmountWithCode(bookable.amount)} are matched to that order (match score ${score.whole} of 100). Once the order is fully paid, risk checks run and it continues.`,
        needsSecondApproval: await isRequestApprovalNeeded({ database }, { ...request, who: person.name, why: '' }),
      });
      return { kind: 'belongs' as const, row: bookable.id, offer, left, ...NO_CHOICE };
    }),
  );
}
