import type { BankEntry, BankStatement } from '../providers/bank/bankPort.ts';
import { referencesIn } from '../purchase/order/transferReference.ts';
import type { SeenCredit } from './bankSight.ts';
import type { StatementRuns } from './statementRuns.ts';

type Kind = BankStatement['kind'];

/** A booking, and the kinds of files that contain it under this id. */
type Booking = {
  readonly id: string;
  readonly entry: BankEntry;
  /** Of the order that it names; '' for none. */
  readonly reference: string;
  readonly kinds: Set<Kind>;
};

export type BankBookings = {
  add(kind: Kind, entry: BankEntry): void;
  receivedWith(reference: string, currency: string): bigint;
  findCredit(entryId: string): SeenCredit | undefined;
  broughtBack(transferId: string, currency: string): bigint;
  hasLeft(transferId: string): boolean;
  /** Whether a credit with this reference may have been taken back by a statement that is missing. */
  isDoubtful(reference: string): boolean;
};

const KINDS: readonly Kind[] = ['statement', 'notification'];
/** A notification and a statement may date one booking differently. */
const NEAR_DAYS = 5;
const DAY_MS = 86_400_000;

/**
 * Puts together what notifications and statements say of the same bookings. When they differ, the smaller sum counts: a credit
 * counts once however many files contain it, and a recall counts if any file contains it. A doubtful credit counts for nothing.
 */
export function createBankBookings({ isDoubtful }: Pick<StatementRuns, 'isDoubtful'>): BankBookings {
  const byId = new Map<string, Booking>();
  const byEntryId = createIndex();
  const byReference = createIndex();
  const byTransfer = createIndex();
  const creditsByMoney = createIndex();
  const reversedDebits: Booking[] = [];

  /** Bookings under other ids that describe the same credit: one kind of file each, the same money from the same account. */
  function findSameCredits(credit: Booking): readonly Booking[] {
    const ofOneKind = (kind: Kind) =>
      creditsByMoney
        .get(nameMoney(credit.entry))
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

  /** Debits that take a credit back: by its id, its transfer's id, or, without either, its amount and payer. */
  function findRecalls(credits: readonly Booking[]): readonly Booking[] {
    const sameId = credits.flatMap(({ entry }) => byEntryId.get(entry.entryId)).filter(isDebit);
    const others = reversedDebits.filter((debit) => credits.some((credit) => isRecallOf(debit, credit)));
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
      if (!isDebit(booking)) creditsByMoney.add(nameMoney(entry), booking);
      else if (entry.reversal) reversedDebits.push(booking);
    },

    receivedWith(reference, currency) {
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

    broughtBack: (transferId, currency) =>
      sumUp(
        byTransfer.get(transferId).filter((booking) => !isDebit(booking) && booking.entry.reversal),
        currency,
      ),

    hasLeft: (transferId) => byTransfer.get(transferId).some(isDebit),

    isDoubtful: (reference) =>
      byReference.get(reference).some((booking) => !isDebit(booking) && isDoubtful(booking.entry)),
  };

  /** The earliest credit of that id, or the one of the day that stands behind it, as the worker's `nameFor` writes it. */
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

export function signedUnits({ direction, amount }: BankEntry): bigint {
  return direction === 'credit' ? amount.units : -amount.units;
}

function isDebit({ entry }: Booking): boolean {
  return entry.direction === 'debit';
}

function byDay(one: Booking, other: Booking): number {
  if (one.entry.bookedOn === other.entry.bookedOn) return 0;
  return one.entry.bookedOn < other.entry.bookedOn ? -1 : 1;
}

/** The sum of statements or of notifications, whichever is larger, in one currency. */
function sumUp(bookings: readonly Booking[], currency: string): bigint {
  const inCurrency = bookings.filter(({ entry }) => entry.amount.asset.code === currency);
  const sums = KINDS.map((kind) =>
    inCurrency.filter(({ kinds }) => kinds.has(kind)).reduce((sum, { entry }) => sum + entry.amount.units, 0n),
  );
  return sums.reduce((most, sum) => (sum > most ? sum : most), 0n);
}

/** Equal for two credits that could be one: the same amount, on the same account, from the same account. */
function nameMoney({ account, amount, counterparty }: BankEntry): string {
  return JSON.stringify([account, amount.asset.id, String(amount.units), counterparty.account]);
}

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

/** A booking pays one order: the first one that its payer named. A sum of several payments pays none, whatever its text names. */
function findReference({ direction, unitemised, remittance, endToEndId, furtherText }: BankEntry): string {
  if (direction === 'credit' && unitemised > 0) return '';
  return [remittance, endToEndId, furtherText].flatMap(referencesIn)[0] ?? '';
}
