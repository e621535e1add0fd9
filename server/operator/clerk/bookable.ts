import { subtractAmounts } from '@slipway/money/amount.ts';
import { parseSignedDecimal } from '@slipway/money/decimal.ts';
import { type Entry, move, moveDecimal } from '../../ledger/posting.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Catalog } from '../../purchase/catalog/catalog.ts';
import { findEntry, type StoredEntry } from '../../purchase/payment/bankEntryStore.ts';
import { findLine, type StoredLine } from '../../treasury/acquirer/acquirerLineStore.ts';
import { keyOfLine } from '../../treasury/acquirer/lineEntries.ts';
import { bookingKinds, entryOfBooking, isBookingKind } from '../../treasury/bank/bookingKinds.ts';
import { assetAtVenue, keyOfMovement } from '../../treasury/venue/movementEntries.ts';
import { findMovement, type StoredMovement } from '../../treasury/venue/movementStore.ts';
import { assetOfWithdrawal } from '../../treasury/withdrawal/withdrawalStore.ts';
import { CommandError } from '../commandError.ts';
import { type Accounts, entryKind, unknownKind } from './booking.ts';

/** What a person may say what it is, where it belongs to no order: a booking of the bank, or a movement of one of our accounts. */
export type Bookable =
  | ({ readonly of: 'bank' } & StoredEntry)
  | ({ readonly of: 'acquirer' } & StoredLine)
  | ({ readonly of: 'venue' } & StoredMovement);

/** What a line of the acquirer's account may be that was put aside. */
const LINE_KINDS: Accounts = { 'acquirer-fee': 'expense:acquirer', owner: 'equity' };
/** What a movement of the account at the venue may be that was put aside. */
const MOVEMENT_KINDS: Accounts = { 'venue-fee': 'expense:venue', interest: 'income:interest', owner: 'equity' };

/** Every word of the command. */
export const bookableAs: readonly string[] = [
  ...new Set([bookingKinds, LINE_KINDS, MOVEMENT_KINDS].flatMap((kinds) => Object.keys(kinds))),
];

/** By the id of the side that keeps it. */
export async function findBookable(database: Queryable, id: string): Promise<Bookable | undefined> {
  const entry = await findEntry(database, id);
  if (entry) return { of: 'bank', ...entry };
  const line = await findLine(database, id);
  if (line) return { of: 'acquirer', ...line };
  const movement = await findMovement(database, id);
  return movement && { of: 'venue', ...movement };
}

/** The words that are for it as it stands; none where it waits for nobody. */
export function kindsOf(bookable: Bookable): readonly string[] {
  if (bookable.of === 'bank') return bookable.status === 'unallocated' ? Object.keys(bookingKinds) : [];
  if (bookable.of === 'acquirer') return bookable.status === 'aside' ? Object.keys(LINE_KINDS) : [];
  if (bookable.status === 'aside') return Object.keys(MOVEMENT_KINDS);
  // What was booked as on its way may have come from the owner, or gone to the owner: then nothing is on its way.
  return bookable.status === 'posted' && bookable.kind !== 'other' ? ['owner'] : [];
}

/** Why nobody can say what it is, as it stands; undefined where somebody can. */
export function whyNotBookable(bookable: Bookable): string | undefined {
  if (kindsOf(bookable).length > 0) return undefined;
  const { id } = bookable;
  if (bookable.of === 'bank')
    return bookable.status === 'new'
      ? `booking ${id} does not wait for anybody yet: the product looks for its order`
      : `booking ${id} does not wait for anybody`;
  if (bookable.of === 'acquirer') return `line ${id} does not wait for anybody`;
  return bookable.status === 'posted' ? `movement ${id} was booked before` : `movement ${id} does not wait for anybody`;
}

/** What is posted of it under a word. Throws {@link CommandError} for a word that is not for it, or an amount that no ledger holds. */
export async function entryAs(
  database: Queryable,
  readCatalog: () => Promise<Pick<Catalog, 'cryptos' | 'payCurrencies'>>,
  bookable: Bookable,
  as: string,
): Promise<Entry> {
  const kinds = kindsOf(bookable);
  if (!kinds.includes(as)) {
    if (kinds.length === 1)
      throw new CommandError(`movement ${bookable.id} was booked: it can be --as ${kinds[0]} alone`);
    throw unknownKind(kinds);
  }
  if (bookable.of === 'bank') {
    if (!isBookingKind(as)) throw unknownKind(kinds);
    return entryOfBooking(bookable, as);
  }
  if (bookable.of === 'acquirer') {
    const amount = subtractAmounts(bookable.amount, bookable.fee);
    return {
      kind: entryKind(as),
      key: keyOfLine(bookable),
      postings: move(amount, accountOf(LINE_KINDS, as), 'asset:acquirer'),
    };
  }
  const asset = (await assetOfWithdrawal(database, bookable)) ?? assetAtVenue(await readCatalog(), bookable.currency);
  const amount = parseSignedDecimal(bookable.amount);
  const [account, fact] = [accountOf(MOVEMENT_KINDS, as), keyOfMovement(bookable)];
  try {
    if (bookable.status === 'posted')
      return {
        kind: entryKind(as),
        key: `${fact}:owner`,
        postings: moveDecimal(asset, amount, account, 'asset:transit'),
      };
    const fee = moveDecimal(asset, parseSignedDecimal(bookable.fee), 'asset:venue', 'expense:venue');
    return {
      kind: entryKind(as),
      key: fact,
      postings: [...moveDecimal(asset, amount, account, 'asset:venue'), ...fee],
    };
  } catch (error) {
    if (error instanceof RangeError) throw new CommandError(`movement ${bookable.id}: ${error.message}`);
    throw error;
  }
}

function accountOf(kinds: Accounts, as: string) {
  const account = kinds[as];
  if (!account) throw unknownKind(Object.keys(kinds));
  return account;
}
