import { createAmount, formatAmount, parseAmount } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';

export type IncomingTransfer = {
  readonly id: string;
  /** Bank reference of its booking. */
  readonly bankReference: string;
  readonly reference: string;
  readonly amount: string;
  /** The booked currency. */
  readonly currency: string;
  readonly payerName: string;
  readonly payerAccount: string;
  readonly bookedAt: string;
  /** Time of the recall. */
  recalledAt?: string;
};

/** A transfer ordered by the operator. */
export type OutgoingTransfer = {
  readonly endToEndId: string;
  readonly amount: string;
  readonly currency: string;
  readonly creditorName: string;
  readonly creditorAccount: string;
  readonly remittance: string;
  /** Bank reference of its booking. */
  readonly bankReference: string;
  readonly bookedAt: string;
  /** Time at which the creditor's bank returned the transfer. */
  rejectedAt?: string;
};

/** A booking on the operator's account. Bookings are append-only. */
export type Booking = {
  /** The bank's own reference, AcctSvcrRef. */
  readonly reference: string;
  readonly direction: 'credit' | 'debit';
  /** Reason of a return: a code of ISO 20022's external return reasons. */
  readonly returnReason?: string;
  readonly amount: string;
  readonly currency: string;
  readonly bookedAt: string;
  readonly endToEndId: string;
  readonly remittance: string;
  readonly counterpartyName: string;
  readonly counterpartyAccount: string;
};

/** A transfer that the bank rejected, with the reason: a code of ISO 20022's external status reasons. */
export type RefusedTransfer = {
  readonly messageId: string;
  readonly blockId: string;
  readonly endToEndId: string;
  readonly reason: string;
};

/** A file that the bank has to write and that may not be in the folder yet. */
export type PendingFile = {
  readonly name: string;
  readonly kind: 'notification' | 'statement' | 'report';
  readonly createdAt: string;
  /** The bank references of the bookings that it contains. */
  readonly references: readonly string[];
  /** The day of a statement, ISO date. */
  readonly day?: string;
  /** One entry for each account, and so each currency, of a statement. */
  readonly reports?: readonly AccountStatement[];
  /** The rejected transfers of one file of the customer, for a report. */
  readonly refused?: readonly RefusedTransfer[];
};

/** The statement of one currency's account. */
export type AccountStatement = {
  readonly currency: string;
  /** Closing balance of the previous statement; a decimal. */
  readonly opening: string;
  /** Sequence number of the account's statement, from one. */
  readonly number: number;
};

/**
 * The statements of a currency so far. `bookings`: they cover that currency's bookings among this many first bookings of all
 * currencies. `statements`: their number.
 */
export type StatementProgress = { readonly bookings: number; readonly statements: number };

/** A booking that will be returned. */
export type PendingReturn = { readonly reference: string; readonly reason: string; readonly dueAt: string };

export type BankState = {
  transfers: IncomingTransfer[];
  refunds: OutgoingTransfer[];
  bookings: Booking[];
  dueFiles: PendingFile[];
  dueReturns: PendingReturn[];
  /** Number of files so far, for unique names. */
  fileCount: number;
  /** By currency. */
  stated: Record<string, StatementProgress>;
};

export function createEmptyBankState(): BankState {
  return { transfers: [], refunds: [], bookings: [], dueFiles: [], dueReturns: [], fileCount: 0, stated: {} };
}

/** Adds a booking and assigns the bank's reference. */
export function addBooking(state: BankState, line: Omit<Booking, 'reference'>): Booking {
  const serial = String(state.bookings.length + 1).padStart(8, '0');
  const booking = { ...line, reference: `${line.bookedAt.slice(0, 10).replaceAll('-', '')}${serial}` };
  state.bookings.push(booking);
  return booking;
}

const MESSAGES = { notification: 'camt.054', statement: 'camt.053', report: 'pain.002' } as const;

/** Adds a file to the state. Once the state is committed, the file is written even if this process crashes first. */
export function scheduleFile(
  state: BankState,
  file: Pick<PendingFile, 'createdAt' | 'references' | 'day' | 'reports' | 'refused'>,
): PendingFile {
  state.fileCount += 1;
  const kind = file.refused ? 'report' : file.day === undefined ? 'notification' : 'statement';
  const serial = String(state.fileCount).padStart(6, '0');
  const name = `${MESSAGES[kind]}-${file.createdAt.slice(0, 10)}-${serial}.xml`;
  const due = { ...file, kind, name } as const;
  state.dueFiles.push(due);
  return due;
}

/**
 * Schedules the statement of a day. For each account with unstated bookings on that day, it contains all bookings until that day
 * that no earlier statement contains, so that its opening balance is the previous closing balance. A day without such bookings
 * gets an empty statement in euros.
 */
export function scheduleStatement(
  state: BankState,
  { createdAt, day }: { readonly createdAt: string; readonly day: string },
) {
  const untilDay = state.bookings.filter(({ bookedAt }) => bookedAt.slice(0, 10) <= day);
  const unstated = untilDay.filter((booking, index) => index >= getStatementProgress(state, booking.currency).bookings);
  const onDay = unstated.filter(({ bookedAt }) => bookedAt.slice(0, 10) === day);
  const currenciesOnDay = [...new Set(onDay.map(({ currency }) => currency))].toSorted();
  const currencies = currenciesOnDay.length > 0 ? currenciesOnDay : ['EUR'];
  const lines = unstated.filter(({ currency }) => currenciesOnDay.includes(currency));
  const reports = currencies.map((currency) => {
    const { bookings, statements } = getStatementProgress(state, currency);
    const before = untilDay.filter((booking, index) => booking.currency === currency && index < bookings);
    return { currency, opening: computeBalance(before, currency), number: statements + 1 };
  });
  for (const { currency, number } of reports) {
    const bookings = Math.max(getStatementProgress(state, currency).bookings, untilDay.length);
    state.stated[currency] = { bookings, statements: number };
  }
  return scheduleFile(state, { createdAt, day, reports, references: lines.map(({ reference }) => reference) });
}

function getStatementProgress(state: BankState, currency: string): StatementProgress {
  return state.stated[currency] ?? { bookings: 0, statements: 0 };
}

/** Returns the balance of a currency's bookings, with every digit. */
export function computeBalance(bookings: readonly Booking[], currency: string): string {
  return computeBalances(bookings)[currency] ?? formatAmount(createAmount(fiatAsset(currency), 0n));
}

/** Returns the balance in each currency as decimals with every digit; debits may exceed credits. */
export function computeBalances(bookings: readonly Booking[]): Record<string, string> {
  const units = new Map<string, bigint>();
  for (const { currency, amount, direction } of bookings) {
    const size = parseAmount(fiatAsset(currency), amount).units;
    units.set(currency, (units.get(currency) ?? 0n) + (direction === 'credit' ? size : -size));
  }
  return Object.fromEntries(
    [...units].map(([currency, sum]) => [currency, formatAmount(createAmount(fiatAsset(currency), sum))]),
  );
}
