import { takesTwo } from '../../operator/bars/takesTwo.ts';
import { type Bookable, entryAs, findBookable, kindsOf, whyNotBookable } from '../../operator/clerk/bookable.ts';
import { CommandError } from '../../operator/commandError.ts';
import { payoutsUnderWay } from '../../treasury/acquirer/acquirerLineStore.ts';
import { sentUnits } from '../../treasury/acquirer/matchPayouts.ts';
import { offerAct } from '../acts/offerAct.ts';
import { gapOfDifference, type StandingDifference } from '../figures/places.ts';
import { candidatesFor } from '../reviews/bookingEvidence.ts';
import { saidSum } from '../shownSum.ts';
import { type DifferenceWay, NO_CHOICE, say, type Viewing } from './differenceWays.ts';
import { leftAfter } from './left.ts';

/** Rows whose own ways are looked for, of a difference that has many. */
const MOST_ROWS = 20;
const PAYOUT = 'acquirer-payout';

/** What a row is, beside it: a booking that a person can name, or money that may be an order's. */
export async function rowWays(viewing: Viewing, difference: StandingDifference): Promise<DifferenceWay[]> {
  // Rows of a chain are orders.
  const rows = difference.place.startsWith('chain:') ? [] : difference.rows.slice(0, MOST_ROWS);
  const ways = await Promise.all(
    rows.map(async ({ id }) => {
      const bookable = await findBookable(viewing.database, id);
      return bookable
        ? [...(await belonging(viewing, difference, bookable)), await booking(viewing, difference, bookable)]
        : [];
    }),
  );
  return ways.flat();
}

async function booking(viewing: Viewing, difference: StandingDifference, bookable: Bookable): Promise<DifferenceWay> {
  const { database, catalog, known, person } = viewing;
  const against = whyNotBookable(bookable) ?? (await whyNotPosted(viewing, bookable));
  const kinds = against === undefined ? kindsOf(bookable) : [];
  const choices = await Promise.all(
    kinds.map(async (as) => {
      const { postings } = await entryAs(database, async () => catalog, bookable, as);
      const left = say(viewing, difference, leftAfter(catalog, difference, postings));
      return as === PAYOUT && bookable.of === 'bank' && bookable.direction === 'credit'
        ? (await payoutsFor(viewing, bookable)).map((of) => choiceOf(bookable, { as, of }, left))
        : [choiceOf(bookable, { as, of: '' }, left)];
    }),
  );
  const offer = offerAct(known, person, {
    action: 'book',
    subject: bookable.id,
    input: { as: '', of: '' },
    label: `Book ${bookable.id}`,
    effect: 'The ledger has it as what you say that it is; it can be reversed by two.',
    takesTwo: false,
    against,
  });
  return { kind: 'book', row: bookable.id, offer, left: null, choose: 'What it is', choices: choices.flat() };
}

/** An amount that is finer than the ledger counts is posted by nobody. */
async function whyNotPosted({ database, catalog }: Viewing, bookable: Bookable): Promise<string | undefined> {
  try {
    await entryAs(database, async () => catalog, bookable, kindsOf(bookable)[0] ?? '');
    return undefined;
  } catch (error) {
    if (error instanceof CommandError) return error.message;
    throw error;
  }
}

function choiceOf({ id }: Bookable, input: { readonly as: string; readonly of: string }, left: string) {
  const label = input.of === '' ? input.as : `${input.as} ${input.of}`;
  return { key: label, label, subject: id, input, left };
}

/** The acquirer's payouts of just the amount that came. */
async function payoutsFor({ database }: Viewing, bookable: Extract<Bookable, { of: 'bank' }>): Promise<string[]> {
  const { amount } = bookable;
  return (await payoutsUnderWay(database))
    .filter((payout) => payout.amount.asset.id === amount.asset.id && sentUnits(payout) === amount.units)
    .map(({ subject }) => subject);
}

/** A booking of the bank may be an order's: the likeliest orders, each by its own act. */
async function belonging(
  viewing: Viewing,
  difference: StandingDifference,
  bookable: Bookable,
): Promise<DifferenceWay[]> {
  if (bookable.of !== 'bank' || bookable.direction !== 'credit' || bookable.status !== 'unallocated') return [];
  const { database, known, person } = viewing;
  const left = say(viewing, difference, gapOfDifference(difference));
  return Promise.all(
    (await candidatesFor(viewing, bookable)).map(async ({ order, score }) => {
      const wish = { action: 'match' as const, subject: order.orderNo, input: { entry: bookable.id } };
      const offer = offerAct(known, person, {
        ...wish,
        label: `${bookable.id} belongs to ${order.orderNo}`,
        effect: `${saidSum(bookable.amount)} become the money of that order (fits by ${score.whole} of 100). If that is full, the order is judged and goes on.`,
        takesTwo: await takesTwo({ database }, { ...wish, who: person.name, why: '' }),
      });
      return { kind: 'belongs' as const, row: bookable.id, offer, left, ...NO_CHOICE };
    }),
  );
}
