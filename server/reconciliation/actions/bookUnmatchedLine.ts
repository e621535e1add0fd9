import { formatAmount, subtractAmounts } from '@slipway/money/amount.ts';
import { z } from 'zod';
import { type ActionRequest, defineAction, optional } from '../../action/action.ts';
import { never } from '../../action/approvalThreshold.ts';
import type { ClerkContext, ClerkWrite } from '../../action/clerkContext.ts';
import { CommandError } from '../../action/commandError.ts';
import { TREASURER } from '../../action/roles.ts';
import { readSettings } from '../../configuration/readSettings.ts';
import { lockManualBookings, postManualBooking } from '../../ledger/manualBookingStore.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { readTransactionTime } from '../../purchase/order/orderStore.ts';
import type { StoredEntry } from '../../purchase/payment/bankEntryStore.ts';
import {
  findPayoutsInTransit,
  lockLine,
  type StoredLine,
  settleLine,
} from '../../treasury/acquirer/acquirerLineStore.ts';
import { computeSentUnits } from '../../treasury/acquirer/matchPayouts.ts';
import { bookPayout } from '../../treasury/acquirer/settlePayouts.ts';
import { bookEntry } from '../../treasury/bank/bookEntry.ts';
import { bookingKinds, isBookingKind } from '../../treasury/bank/bookingKinds.ts';
import { lockMovement, settleMovement } from '../../treasury/venue/movementStore.ts';
import { findDifferenceEntryKey } from '../differences/differenceBookingStore.ts';
import {
  type Bookable,
  buildClassifiedEntry,
  classifications,
  findBookable,
  findBookingProblem,
  listClassifications,
} from './bookable.ts';
import { auditBooking, buildUnknownKindError } from './booking.ts';

const inputSchema = z.strictObject({ as: z.string(), of: optional() });

/**
 * Books a bank booking, a balance line of the acquirer, or a movement at the exchange that belongs to no order, as the kind
 * that a person selects. Each can be booked once, and again after a reversal.
 */
export const bookUnmatchedLine = defineAction({
  name: 'book',
  subject: 'other',
  input: inputSchema,
  right: { requesters: TREASURER, approvers: null },
  secondPerson: never,
  title: (subject, { as }) => `Book ${subject} as ${as}`,
  money: 'Posts a booking without an order to the ledger account of its kind',
  button: ({ id }: Pick<Bookable, 'id'>) => ({
    label: `Book ${id}`,
    effect: 'Posts this booking as the kind that you select. A reversal requires a second approval.',
  }),
  command: {
    usage: `book ENTRY --as ${classifications.join(' | ')} [--of PAYOUT]`,
    about:
      "posts a bank booking, or a movement at the acquirer or the exchange, that belongs to no order; --of names the acquirer's payout that arrived",
    read({ options }, [entry = '']) {
      const { as = '', of = '' } = options;
      return { subject: entry, input: { as, of } };
    },
  },
  doneBy: 'clerk',
  execute,
});

async function execute({ database }: ClerkContext, request: ActionRequest<typeof inputSchema>): Promise<ClerkWrite> {
  const { subject: id } = request;
  const { as, of } = request.input;
  const bookable = await findBookable(database, id);
  if (!bookable) throw new CommandError(`there is no booking ${id || 'ENTRY'}`);
  if (!classifications.includes(as)) throw buildUnknownKindError(listUsableKinds(bookable));
  const problem = findBookingProblem(bookable);
  if (problem !== undefined) throw new CommandError(problem);
  const entry = await buildClassifiedEntry(database, async () => (await readSettings(database)).catalog, bookable, as);
  if (bookable.of === 'bank') return bookAtBank(database, request, bookable, { as, of });
  return async (transaction) => {
    await lockManualBookings(transaction);
    const difference = await findDifferenceEntryKey(transaction, id);
    if (difference !== undefined)
      throw new CommandError(
        `${describeLine(bookable)} is a row of ${difference}, which is booked: reverse that first`,
      );
    if (!(await lockAndMarkPosted(transaction, bookable)))
      throw new CommandError(`${describeLine(bookable)} is not open`);
    await postManualBooking(transaction, entry, { request: request.id, at: await readTransactionTime(transaction) });
    const amount = bookable.of === 'acquirer' ? formatNet(bookable) : `${bookable.amount} ${bookable.currency}`;
    await auditBooking(request, transaction, describeLine(bookable), { as, amount });
    return bookable.of === 'acquirer'
      ? `${amount} at ${bookable.acquirer} is booked as ${as}`
      : `${describeLine(bookable)} is booked as ${as}`;
  };
}

function listUsableKinds(bookable: Bookable): readonly string[] {
  const kinds = listClassifications(bookable);
  return kinds.length > 0 ? kinds : classifications;
}

type AcquirerOrVenueLine = Exclude<Bookable, { of: 'bank' }>;

/** Locks a line and marks it as posted. Returns false if another worker has locked it, or its status has changed. */
async function lockAndMarkPosted(transaction: Transaction, line: AcquirerOrVenueLine): Promise<boolean> {
  if (line.of === 'acquirer') {
    if (!(await lockLine(transaction, line, 'aside'))) return false;
    await settleLine(transaction, line, 'posted');
    return true;
  }
  if (!(await lockMovement(transaction, line, line.status))) return false;
  await settleMovement(transaction, line, 'posted');
  return true;
}

function describeLine(line: AcquirerOrVenueLine): string {
  return line.of === 'acquirer' ? `line ${line.id} of ${line.acquirer}` : `movement ${line.id} at ${line.venue}`;
}

function formatNet({ amount, fee }: StoredLine): string {
  return formatWithCode(subtractAmounts(amount, fee));
}

async function bookAtBank(
  database: Queryable,
  request: ActionRequest<typeof inputSchema>,
  entry: StoredEntry,
  { as, of }: { readonly as: string; readonly of: string },
): Promise<ClerkWrite> {
  if (!isBookingKind(as)) throw buildUnknownKindError(Object.keys(bookingKinds));
  const payout =
    as === 'acquirer-payout' && entry.direction === 'credit'
      ? await requireNamedPayout(database, entry, of)
      : undefined;
  const by = { who: request.who, request: request.id };
  return async (transaction) => {
    const done = payout
      ? await bookPayout(transaction, payout, entry.id, by)
      : await bookEntry(transaction, entry, as, by);
    if (!done) throw new CommandError(`booking ${entry.id} is no longer open`);
    const amount = formatWithCode(entry.amount);
    await auditBooking(request, transaction, `booking ${entry.id}`, { as, of, amount, direction: entry.direction });
    return `booking ${entry.id} is ${bookingKinds[as].about}`;
  };
}

/**
 * Returns the acquirer's payout in transit that a person names. Throws CommandError if there is none, or if its amount differs
 * from the bank booking's.
 */
async function requireNamedPayout(database: Queryable, entry: StoredEntry, of: string): Promise<StoredLine> {
  const open = await findPayoutsInTransit(database);
  const payout = open.find(({ subject, id }) => subject === of || id === of);
  if (!payout) {
    const known = open.map(({ subject }) => subject).join(', ') || 'none';
    throw new CommandError(`name a payout in transit with --of PAYOUT; in transit: ${known}`);
  }
  if (payout.amount.asset.id !== entry.amount.asset.id || computeSentUnits(payout) !== entry.amount.units)
    throw new CommandError(
      `payout ${payout.subject} is ${formatWithCode({ ...payout.amount, units: computeSentUnits(payout) })}, but ${formatWithCode(entry.amount)} arrived`,
    );
  return payout;
}

function formatWithCode(amount: StoredEntry['amount']): string {
  return `${formatAmount(amount)} ${amount.asset.code}`;
}
