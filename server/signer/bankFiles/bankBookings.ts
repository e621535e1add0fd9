import type { BankEntry, BankStatement } from '../../providers/bank/bankPort.ts';
import { findTransferReferences } from '../../purchase/order/numbers/transferReference.ts';
import { normalizeAccountNumber } from '../../purchase/payment/normalizeAccountNumber.ts';
import type { BookedCredit, BookedTransfer } from './bankFileReader.ts';
import type { StatementSequences } from './statementSequences.ts';

type Kind = BankStatement['kind'];

/** A booking, and the kinds of files that contain it under this id. */
type Booking = {
  readonly id: string;
  readonly entry: BankEntry;
  /** The order reference in the booking; '' for none. */
  readonly reference: string;
  readonly kinds: Set<Kind>;
};

export type BankBookings = {
  add(kind: Kind, entry: BankEntry): void;
  sumReceived(reference: string, currency: string): bigint;
  findCredit(entryId: string): BookedCredit | undefined;
  sumReturned(transferId: string, currency: string): bigint;
  isHandedToBank(transferId: string): boolean;
  listTransfersTo(account: string): readonly BookedTransfer[];
  /** Returns true if a missing or contradicted statement may contain the recall of a credit with this reference. */
  isDoubtful(reference: string): boolean;
};

const KINDS: readonly Kind[] = ['statement', 'notification'];
/** The most days by which a notification and a statement may date one booking differently. */
const NEAR_DAYS = 5;
const DAY_MS = 86_400_000;

/**
 * Merges what notifications and statements report about the same bookings. A credit counts once however many files contain it,
 * and a recall counts if any file contains it. `sumReceived` omits doubtful credits; `findCredit` marks them.
 */
export function createBankBookings({ isDoubtful }: Pick<StatementSequences, 'isDoubtful'>): BankBookings {
  const byId = new Map<string, Booking>();
  const byEntryId = createIndex();
  const byReference = createIndex();
  const byTransfer = createIndex();
  const debitsByCreditor = createIndex();
  const creditsByMoney = createIndex();
  const reversingDebits: Booking[] = [];

  /**
   * Returns the two bookings that describe the credit if a notification and a statement give it different ids, or only the
   * credit. They match by {@link buildCreditKey} and by booking days that are near each other.
   */
  function findSameCredits(credit: Booking): readonly Booking[] {
    const ofOneKind = (kind: Kind) =>
      creditsByMoney
        .get(buildCreditKey(credit.entry))
        .filter(({ kinds }) => kinds.size === 1 && kinds.has(kind))
        .toSorted(byDay);
    const [statements, notifications] = [ofOneKind('statement'), ofOneKind('notification')];
    for (const notification of notifications) {
      const at = statements.findIndex((each) => areNear(each.entry, notification.entry));
      const [statement] = at < 0 ? [] : statements.splice(at, 1);
      if (statement && (statement === credit || notification === credit)) return [statement, notification];
    }
    return [credit];
  }

  /** Returns the debits that recall one of the credits: those with its id, and reversals that {@link isRecallOf} matches. */
  function findRecalls(credits: readonly Booking[]): readonly Booking[] {
    const sameId = credits.flatMap(({ entry }) => byEntryId.get(entry.entryId)).filter(isDebit);
    const others = reversingDebits.filter((debit) => credits.some((credit) => isRecallOf(debit, credit)));
    return [...new Set([...sameId, ...others])];
  }

  return {
    add(kind, entry) {
      const id = `${entry.entryId}@${entry.bookedOn}`;
      const known = byId.get(`${id} ${entry.direction}`);
      if (known) return void known.kinds.add(kind);
      const booking = { id, entry, reference: findReference(entry), kinds: new Set([kind]) };
      byId.set(`${id} ${entry.direction}`, booking);
      byEntryId.add(entry.entryId, booking);
      if (booking.reference !== '') byReference.add(booking.reference, booking);
      if (entry.endToEndId !== '') byTransfer.add(entry.endToEndId, booking);
      if (isDebit(booking)) debitsByCreditor.add(normalizeAccountNumber(entry.counterparty.account), booking);
      if (!isDebit(booking)) creditsByMoney.add(buildCreditKey(entry), booking);
      else if (entry.reversal) reversingDebits.push(booking);
    },

    sumReceived(reference, currency) {
      const named = byReference.get(reference);
      const credits = named.filter((booking) => !isDebit(booking));
      const debits = [...new Set([...named.filter(isDebit), ...findRecalls(credits)])];
      const certain = credits.filter(({ entry }) => !isDoubtful(entry));
      return sumUp(certain, currency) - sumUp(debits, currency);
    },

    findCredit(entryId) {
      const credit = chooseCredit(entryId);
      if (!credit || credit.entry.reversal) return undefined;
      const same = findSameCredits(credit);
      const { amount, counterparty } = credit.entry;
      const currency = amount.asset.code;
      return {
        ids: same.map(({ id }) => id),
        currency,
        units: amount.units - sumUp(findRecalls(same), currency),
        account: counterparty.account,
        reference: same.map(({ reference }) => reference).find((reference) => reference !== '') ?? '',
        ...(same.some(({ entry }) => isDoubtful(entry)) && { isDoubtful: true }),
      };
    },

    sumReturned: (transferId, currency) =>
      sumUp(
        byTransfer.get(transferId).filter((booking) => !isDebit(booking) && booking.entry.reversal),
        currency,
      ),

    listTransfersTo: (account) =>
      debitsByCreditor
        .get(normalizeAccountNumber(account))
        .flatMap(({ entry: { endToEndId, amount, reversal } }) =>
          endToEndId === '' || reversal
            ? []
            : [{ id: endToEndId, account, currency: amount.asset.code, units: amount.units }],
        ),

    isHandedToBank: (transferId) => byTransfer.get(transferId).some(isDebit),

    isDoubtful: (reference) =>
      byReference.get(reference).some((booking) => !isDebit(booking) && isDoubtful(booking.entry)),
  };

  /**
   * Returns the earliest credit of that id, or the one of the booking day in the id's suffix, as the worker's
   * `createUniqueEntryId` writes it.
   */
  function chooseCredit(entryId: string): Booking | undefined {
    const [, stem = '', day] = /^(.*)@(\d{4}-\d{2}-\d{2})(?::\d+)?$/s.exec(entryId) ?? [];
    const dated = byEntryId.get(stem).filter(({ entry }) => entry.bookedOn === day);
    return [...byEntryId.get(entryId), ...dated].filter((booking) => !isDebit(booking)).toSorted(byDay)[0];
  }
}

function createIndex() {
  const found = new Map<string, Booking[]>();
  return {
    get: (key: string): readonly Booking[] => found.get(key) ?? [],
    add(key: string, booking: Booking): void {
      const bookings = found.get(key);
      if (bookings) bookings.push(booking);
      else found.set(key, [booking]);
    },
  };
}

export function getSignedUnits({ direction, amount }: BankEntry): bigint {
  return direction === 'credit' ? amount.units : -amount.units;
}

function isDebit({ entry }: Booking): boolean {
  return entry.direction === 'debit';
}

function byDay(one: Booking, other: Booking): number {
  if (one.entry.bookedOn === other.entry.bookedOn) return 0;
  return one.entry.bookedOn < other.entry.bookedOn ? -1 : 1;
}

/** Returns the sum of statements or of notifications, whichever is larger, in one currency. */
function sumUp(bookings: readonly Booking[], currency: string): bigint {
  const inCurrency = bookings.filter(({ entry }) => entry.amount.asset.code === currency);
  const sums = KINDS.map((kind) =>
    inCurrency.filter(({ kinds }) => kinds.has(kind)).reduce((sum, { entry }) => sum + entry.amount.units, 0n),
  );
  return sums.reduce((most, sum) => (sum > most ? sum : most), 0n);
}

/** Returns the same key for credits with the same amount, own account and payer's account: they may be one credit. */
function buildCreditKey({ account, amount, counterparty }: BankEntry): string {
  return JSON.stringify([account, amount.asset.id, String(amount.units), counterparty.account]);
}

/**
 * Compares the transaction ids if both have one. Otherwise compares amount and account, unless the debit is older than the
 * credit or names an order; a missing account matches any.
 */
function isRecallOf({ entry: debit, reference }: Booking, { entry: credit }: Booking): boolean {
  if (debit.transactionId !== '' && credit.transactionId !== '') return debit.transactionId === credit.transactionId;
  if (reference !== '' || debit.bookedOn < credit.bookedOn) return false;
  const isSameMoney = debit.amount.units === credit.amount.units && debit.amount.asset.id === credit.amount.asset.id;
  const [to, from] = [debit.counterparty.account, credit.counterparty.account];
  return isSameMoney && (to === '' || from === '' || to === from);
}

function areNear(one: BankEntry, other: BankEntry): boolean {
  return Math.abs(Date.parse(one.bookedOn) - Date.parse(other.bookedOn)) <= NEAR_DAYS * DAY_MS;
}

/**
 * Returns the first order reference in the booking, or ''. A booking pays at most one order. A collective credit whose parts
 * are not listed pays none, regardless of its text.
 */
function findReference({ direction, unitemized, remittance, endToEndId, furtherText }: BankEntry): string {
  if (direction === 'credit' && unitemized > 0) return '';
  return [remittance, endToEndId, furtherText].flatMap(findTransferReferences)[0] ?? '';
}
