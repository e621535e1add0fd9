import { CommandError } from '../../action/commandError.ts';
import { isRequestApprovalNeeded } from '../../operator/actions.ts';
import {
  type Bookable,
  buildClassifiedEntry,
  findBookable,
  findBookingProblem,
  listClassifications,
} from '../../reconciliation/actions/bookable.ts';
import { bookUnmatchedLine } from '../../reconciliation/actions/bookUnmatchedLine.ts';
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

/** Limits the rows of a difference that get their own actions. */
const MOST_ROWS = 20;
const PAYOUT = 'acquirer-payout';

/**
 * Returns the actions on single rows of a difference: booking a row as a kind that a person names, or matching it to an
 * order.
 */
export async function listRowActions(
  context: DifferenceContext,
  difference: DifferenceWithHalts,
): Promise<DifferenceAction[]> {
  // The rows of a difference on a chain are orders, not bookings.
  const rows = difference.place.startsWith('chain:') ? [] : difference.rows.slice(0, MOST_ROWS);
  const actions = await Promise.all(
    rows.map(async ({ id }) => {
      const bookable = await findBookable(context.database, id);
      return bookable
        ? [
            ...(await buildMatchActions(context, difference, bookable)),
            await buildBookAction(context, difference, bookable),
          ]
        : [];
    }),
  );
  return actions.flat();
}

async function buildBookAction(
  context: DifferenceContext,
  difference: DifferenceWithHalts,
  bookable: Bookable,
): Promise<DifferenceAction> {
  const { database, catalog, registry, person } = context;
  const problem = findBookingProblem(bookable) ?? (await explainNotPostable(context, bookable));
  const kinds = problem === undefined ? listClassifications(bookable) : [];
  const choices = await Promise.all(
    kinds.map(async (as) => {
      const { postings } = await buildClassifiedEntry(database, async () => catalog, bookable, as);
      const left = formatDifferenceAmount(
        context,
        difference,
        computeRemainingDifference(catalog, difference, postings),
      );
      return as === PAYOUT && bookable.of === 'bank' && bookable.direction === 'credit'
        ? (await findMatchingPayouts(context, bookable)).map((of) => buildChoice(bookable, { as, of }, left))
        : [buildChoice(bookable, { as, of: '' }, left)];
    }),
  );
  const offer = buildActionOption(registry, person, {
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

/** Returns the actions that match a bank booking to one of the likeliest orders. */
async function buildMatchActions(
  context: DifferenceContext,
  difference: DifferenceWithHalts,
  bookable: Bookable,
): Promise<DifferenceAction[]> {
  if (bookable.of !== 'bank' || bookable.direction !== 'credit' || bookable.status !== 'unallocated') return [];
  const { database, registry, person } = context;
  const left = formatDifferenceAmount(context, difference, computeDifferenceGap(difference));
  return Promise.all(
    (await findMatchCandidates(context, bookable)).map(async ({ order, score }) => {
      const request = { action: 'match' as const, subject: order.orderNo, input: { entry: bookable.id } };
      const offer = buildActionOption(registry, person, {
        ...request,
        label: `Match ${bookable.id} to ${order.orderNo}`,
        effect: `${formatAmountWithCode(bookable.amount)} are matched to the order (match score ${score.total} of 100). Once the order is fully paid, risk checks run and the order continues.`,
        needsSecondApproval: await isRequestApprovalNeeded({ database }, { ...request, who: person.name, why: '' }),
      });
      return { kind: 'belongs' as const, row: bookable.id, offer, left, ...NO_CHOICE };
    }),
  );
}
