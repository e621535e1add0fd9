import { formatAmount, subtractAmounts } from '@slipway/money/amount.ts';
import { postEntry } from '../../ledger/ledgerStore.ts';
import { move } from '../../ledger/posting.ts';
import type { Database } from '../../platform/database/database.ts';
import { transactionTime } from '../../purchase/order/orderStore.ts';
import { findEntry, type StoredEntry } from '../../purchase/payment/bankEntryStore.ts';
import {
  findLine,
  payoutsUnderWay,
  type StoredLine,
  settleLine,
  takeLine,
} from '../../treasury/acquirer/acquirerLineStore.ts';
import { keyOfLine } from '../../treasury/acquirer/lineEntries.ts';
import { sentUnits } from '../../treasury/acquirer/matchPayouts.ts';
import { bookPayout } from '../../treasury/acquirer/settlePayouts.ts';
import { bookEntry } from '../../treasury/bank/bookEntry.ts';
import { bookingKinds, isBookingKind } from '../../treasury/bank/bookingKinds.ts';
import { findMovement } from '../../treasury/venue/movementStore.ts';
import { CommandError } from '../commandError.ts';
import type { OperatorRequest } from '../requestStore.ts';
import { type Accounts, auditBooking, entryKind, unknownKind } from './booking.ts';
import { bookMovement, MOVEMENT_KINDS } from './bookMovement.ts';
import type { Write } from './clerkActs.ts';
import type { ClerkContext } from './clerkContext.ts';

/** What a line of the acquirer's account may be that was put aside. */
const LINE_KINDS: Accounts = { 'acquirer-fee': 'expense:acquirer', owner: 'equity' };

export const bookableAs: readonly string[] = [
  ...new Set([bookingKinds, LINE_KINDS, MOVEMENT_KINDS].flatMap((kinds) => Object.keys(kinds))),
];

/**
 * A person says what a booking of the bank, or a movement of the account with the acquirer or at the venue, is that belongs
 * to no order. Each is taken once.
 */
export async function book({ database }: ClerkContext, request: OperatorRequest): Promise<Write> {
  const { subject: id } = request;
  const entry = await findEntry(database, id);
  if (entry) return bookBankEntry(database, request, entry);
  const line = await findLine(database, id);
  if (line) return bookLine(request, line);
  const movement = await findMovement(database, id);
  if (movement) return bookMovement(database, request, movement);
  throw new CommandError(`there is no booking ${id || 'ENTRY'}`);
}

async function bookBankEntry(database: Database, request: OperatorRequest, entry: StoredEntry): Promise<Write> {
  const { as = '', of = '' } = request.input;
  if (!isBookingKind(as)) throw unknownKind(Object.keys(bookingKinds));
  if (entry.status !== 'unallocated') throw new CommandError(`booking ${entry.id} does not wait for anybody`);
  const payout =
    as === 'acquirer-payout' && entry.direction === 'credit' ? await payoutFor(database, entry, of) : undefined;
  return async (transaction) => {
    const done = payout
      ? await bookPayout(transaction, payout, entry.id, request.who)
      : await bookEntry(transaction, entry, as, request.who);
    if (!done) throw new CommandError(`booking ${entry.id} does not wait any more`);
    const amount = `${formatAmount(entry.amount)} ${entry.amount.asset.code}`;
    await auditBooking(request, transaction, `booking ${entry.id}`, { as, of, amount, direction: entry.direction });
    return `booking ${entry.id} is ${bookingKinds[as].about}`;
  };
}

/** The payout that a person names, of just the amount that came. */
async function payoutFor(database: Database, entry: StoredEntry, of: string): Promise<StoredLine> {
  const open = await payoutsUnderWay(database);
  const payout = open.find(({ subject, id }) => subject === of || id === of);
  if (!payout) {
    const known = open.map(({ subject }) => subject).join(', ') || 'none is under way';
    throw new CommandError(`say which payout it is, --of PAYOUT: ${known}`);
  }
  if (payout.amount.asset.id !== entry.amount.asset.id || sentUnits(payout) !== entry.amount.units)
    throw new CommandError(
      `payout ${payout.subject} is ${formatAmount({ ...payout.amount, units: sentUnits(payout) })} ${payout.amount.asset.code}, and ${formatAmount(entry.amount)} ${entry.amount.asset.code} came`,
    );
  return payout;
}

function bookLine(request: OperatorRequest, { acquirer, id }: StoredLine): Write {
  const { as = '' } = request.input;
  const account = Object.hasOwn(LINE_KINDS, as) ? LINE_KINDS[as] : undefined;
  if (!account) throw unknownKind(Object.keys(LINE_KINDS));
  return async (transaction) => {
    const line = await takeLine(transaction, { acquirer, id }, 'aside');
    if (!line) throw new CommandError(`line ${id} does not wait for anybody`);
    const amount = subtractAmounts(line.amount, line.fee);
    const entry = {
      kind: entryKind(as),
      key: keyOfLine(line),
      postings: move(amount, account, 'asset:acquirer'),
    };
    await postEntry(transaction, entry, null, await transactionTime(transaction));
    await settleLine(transaction, line, 'posted');
    const said = `${formatAmount(amount)} ${amount.asset.code}`;
    await auditBooking(request, transaction, `line ${id} of ${acquirer}`, { as, amount: said });
    return `${said} at ${acquirer} is booked as ${as}`;
  };
}
