import { subtractAmounts } from '@slipway/money/amount.ts';
import { parseSignedDecimal } from '@slipway/money/decimal.ts';
import { CommandError } from '../../action/commandError.ts';
import { type Entry, move, moveDecimalValue } from '../../ledger/posting.ts';
import type { Queryable } from '../../platform/database/database.ts';
import type { Catalog } from '../../purchase/catalog/catalog.ts';
import { findEntry, type StoredEntry } from '../../purchase/payment/bankEntryStore.ts';
import { findLine, type StoredLine } from '../../treasury/acquirer/acquirerLineStore.ts';
import { buildLineKey } from '../../treasury/acquirer/lineEntries.ts';
import { bookingKinds, buildBookingEntry, isBookingKind } from '../../treasury/bank/bookingKinds.ts';
import { buildMovementKey, findVenueAsset } from '../../treasury/venue/movementEntries.ts';
import { findMovement, type StoredMovement } from '../../treasury/venue/movementStore.ts';
import { findWithdrawalAsset } from '../../treasury/withdrawal/withdrawalStore.ts';
import { type AccountsByKind, buildUnknownKindError, toEntryKind } from './booking.ts';

/**
 * A line that the bank, the acquirer or the exchange has reported. {@link listClassifications} returns how a person may
 * classify it now, if at all.
 */
export type Bookable =
  | ({ readonly of: 'bank' } & StoredEntry)
  | ({ readonly of: 'acquirer' } & StoredLine)
  | ({ readonly of: 'venue' } & StoredMovement);

/** Classifications of a balance line of the acquirer that no rule could book (status `aside`). */
const LINE_KINDS: AccountsByKind = { 'acquirer-fee': 'expense:acquirer', owner: 'equity' };
/** Classifications of a movement at the exchange that no rule could book (status `aside`). */
const MOVEMENT_KINDS: AccountsByKind = { 'venue-fee': 'expense:venue', interest: 'income:interest', owner: 'equity' };

/** All classifications that the command accepts. */
export const classifications: readonly string[] = [
  ...new Set([bookingKinds, LINE_KINDS, MOVEMENT_KINDS].flatMap((kinds) => Object.keys(kinds))),
];

/** Returns the bank booking, else the acquirer's balance line, else the movement at the exchange with this id. */
export async function findBookable(database: Queryable, id: string): Promise<Bookable | undefined> {
  const entry = await findEntry(database, id);
  if (entry) return { of: 'bank', ...entry };
  const line = await findLine(database, id);
  if (line) return { of: 'acquirer', ...line };
  const movement = await findMovement(database, id);
  return movement && { of: 'venue', ...movement };
}

/** Returns the classifications that are possible now; none if no person may classify the line. */
export function listClassifications(bookable: Bookable): readonly string[] {
  if (bookable.of === 'bank') return bookable.status === 'unallocated' ? Object.keys(bookingKinds) : [];
  if (bookable.of === 'acquirer') return bookable.status === 'aside' ? Object.keys(LINE_KINDS) : [];
  if (bookable.status === 'aside') return Object.keys(MOVEMENT_KINDS);
  // A movement that was booked as in transit may turn out to be the owner's deposit or withdrawal.
  return bookable.status === 'posted' && bookable.kind !== 'other' ? ['owner'] : [];
}

/** Returns why this line cannot be booked; undefined if it can. */
export function findBookingProblem(bookable: Bookable): string | undefined {
  if (listClassifications(bookable).length > 0) return undefined;
  const { id } = bookable;
  if (bookable.of === 'bank')
    return bookable.status === 'new'
      ? `booking ${id} is not open yet: Slipway is still looking for its order`
      : `booking ${id} is not open`;
  if (bookable.of === 'acquirer') return `line ${id} is not open`;
  return bookable.status === 'posted' ? `movement ${id} is already booked` : `movement ${id} is not open`;
}

/**
 * Returns the entry that books a line with this classification. Throws {@link CommandError} if the classification is not
 * possible, or the ledger cannot represent the amount.
 */
export async function buildClassifiedEntry(
  database: Queryable,
  readCatalog: () => Promise<Pick<Catalog, 'cryptos' | 'payCurrencies'>>,
  bookable: Bookable,
  as: string,
): Promise<Entry> {
  const kinds = listClassifications(bookable);
  if (!kinds.includes(as)) {
    if (kinds.length === 1)
      throw new CommandError(`movement ${bookable.id} was booked: it can only be --as ${kinds[0]}`);
    throw buildUnknownKindError(kinds);
  }
  if (bookable.of === 'bank') {
    if (!isBookingKind(as)) throw buildUnknownKindError(kinds);
    return buildBookingEntry(bookable, as);
  }
  if (bookable.of === 'acquirer') {
    const amount = subtractAmounts(bookable.amount, bookable.fee);
    return {
      kind: toEntryKind(as),
      key: buildLineKey(bookable),
      postings: move(amount, requireKindAccount(LINE_KINDS, as), 'asset:acquirer'),
    };
  }
  const asset =
    (await findWithdrawalAsset(database, bookable)) ?? findVenueAsset(await readCatalog(), bookable.currency);
  const amount = parseSignedDecimal(bookable.amount);
  const [account, fact] = [requireKindAccount(MOVEMENT_KINDS, as), buildMovementKey(bookable)];
  try {
    if (bookable.status === 'posted')
      return {
        kind: toEntryKind(as),
        key: `${fact}:owner`,
        postings: moveDecimalValue(asset, amount, account, 'asset:transit'),
      };
    const fee = moveDecimalValue(asset, parseSignedDecimal(bookable.fee), 'asset:venue', 'expense:venue');
    return {
      kind: toEntryKind(as),
      key: fact,
      postings: [...moveDecimalValue(asset, amount, account, 'asset:venue'), ...fee],
    };
  } catch (error) {
    if (error instanceof RangeError) throw new CommandError(`movement ${bookable.id}: ${error.message}`);
    throw error;
  }
}

function requireKindAccount(kinds: AccountsByKind, as: string) {
  const account = kinds[as];
  if (!account) throw buildUnknownKindError(Object.keys(kinds));
  return account;
}
