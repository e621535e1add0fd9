import { formatAmount, subtractAmounts } from '@slipway/money/amount.ts';
import { readSettings } from '../../configuration/readSettings.ts';
import { lockHandBookings, postByHand } from '../../ledger/handBookingStore.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { transactionTime } from '../../purchase/order/orderStore.ts';
import type { StoredEntry } from '../../purchase/payment/bankEntryStore.ts';
import { bookedWith } from '../../reconciliation/differenceBookingStore.ts';
import { payoutsUnderWay, type StoredLine, settleLine, takeLine } from '../../treasury/acquirer/acquirerLineStore.ts';
import { sentUnits } from '../../treasury/acquirer/matchPayouts.ts';
import { bookPayout } from '../../treasury/acquirer/settlePayouts.ts';
import { bookEntry } from '../../treasury/bank/bookEntry.ts';
import { bookingKinds, isBookingKind } from '../../treasury/bank/bookingKinds.ts';
import { settleMovement, takeMovement } from '../../treasury/venue/movementStore.ts';
import { CommandError } from '../commandError.ts';
import type { OperatorRequest } from '../requestStore.ts';
import { type Bookable, bookableAs, entryAs, findBookable, kindsOf, whyNotBookable } from './bookable.ts';
import { auditBooking, unknownKind } from './booking.ts';
import type { Write } from './clerkActs.ts';
import type { ClerkContext } from './clerkContext.ts';

/**
 * A person says what a booking of the bank, or a movement of the account with the acquirer or at the venue, is that belongs
 * to no order. Each is taken once, and again once that was reversed.
 */
export async function book({ database }: ClerkContext, request: OperatorRequest): Promise<Write> {
  const { subject: id } = request;
  const { as = '', of = '' } = request.input;
  const bookable = await findBookable(database, id);
  if (!bookable) throw new CommandError(`there is no booking ${id || 'ENTRY'}`);
  if (!bookableAs.includes(as)) throw unknownKind(wordsFor(bookable));
  const against = whyNotBookable(bookable);
  if (against !== undefined) throw new CommandError(against);
  const entry = await entryAs(database, async () => (await readSettings(database)).catalog, bookable, as);
  if (bookable.of === 'bank') return bookAtBank(database, request, bookable, { as, of });
  return async (transaction) => {
    await lockHandBookings(transaction);
    const difference = await bookedWith(transaction, id);
    if (difference !== undefined)
      throw new CommandError(`${whatOf(bookable)} is a row of ${difference}, which was booked: reverse that first`);
    if (!(await take(transaction, bookable))) throw new CommandError(`${whatOf(bookable)} does not wait for anybody`);
    await postByHand(transaction, entry, { request: request.id, at: await transactionTime(transaction) });
    const amount = bookable.of === 'acquirer' ? netOf(bookable) : `${bookable.amount} ${bookable.currency}`;
    await auditBooking(request, transaction, whatOf(bookable), { as, amount });
    return bookable.of === 'acquirer'
      ? `${amount} at ${bookable.acquirer} is booked as ${as}`
      : `${whatOf(bookable)} is booked as ${as}`;
  };
}

function wordsFor(bookable: Bookable): readonly string[] {
  const kinds = kindsOf(bookable);
  return kinds.length > 0 ? kinds : bookableAs;
}

type Moved = Exclude<Bookable, { of: 'bank' }>;

/** False where another worker has it, or it is not any more what it was. */
async function take(transaction: Transaction, moved: Moved): Promise<boolean> {
  if (moved.of === 'acquirer') {
    if (!(await takeLine(transaction, moved, 'aside'))) return false;
    await settleLine(transaction, moved, 'posted');
    return true;
  }
  if (!(await takeMovement(transaction, moved, moved.status))) return false;
  await settleMovement(transaction, moved, 'posted');
  return true;
}

function whatOf(moved: Moved): string {
  return moved.of === 'acquirer' ? `line ${moved.id} of ${moved.acquirer}` : `movement ${moved.id} at ${moved.venue}`;
}

function netOf({ amount, fee }: StoredLine): string {
  return said(subtractAmounts(amount, fee));
}

async function bookAtBank(
  database: Queryable,
  request: OperatorRequest,
  entry: StoredEntry,
  { as, of }: { readonly as: string; readonly of: string },
): Promise<Write> {
  if (!isBookingKind(as)) throw unknownKind(Object.keys(bookingKinds));
  const payout =
    as === 'acquirer-payout' && entry.direction === 'credit' ? await payoutFor(database, entry, of) : undefined;
  const by = { who: request.who, request: request.id };
  return async (transaction) => {
    const done = payout
      ? await bookPayout(transaction, payout, entry.id, by)
      : await bookEntry(transaction, entry, as, by);
    if (!done) throw new CommandError(`booking ${entry.id} does not wait any more`);
    const amount = said(entry.amount);
    await auditBooking(request, transaction, `booking ${entry.id}`, { as, of, amount, direction: entry.direction });
    return `booking ${entry.id} is ${bookingKinds[as].about}`;
  };
}

/** The payout that a person names, of just the amount that came. */
async function payoutFor(database: Queryable, entry: StoredEntry, of: string): Promise<StoredLine> {
  const open = await payoutsUnderWay(database);
  const payout = open.find(({ subject, id }) => subject === of || id === of);
  if (!payout) {
    const known = open.map(({ subject }) => subject).join(', ') || 'none is under way';
    throw new CommandError(`say which payout it is, --of PAYOUT: ${known}`);
  }
  if (payout.amount.asset.id !== entry.amount.asset.id || sentUnits(payout) !== entry.amount.units)
    throw new CommandError(
      `payout ${payout.subject} is ${said({ ...payout.amount, units: sentUnits(payout) })}, and ${said(entry.amount)} came`,
    );
  return payout;
}

function said(amount: StoredEntry['amount']): string {
  return `${formatAmount(amount)} ${amount.asset.code}`;
}
