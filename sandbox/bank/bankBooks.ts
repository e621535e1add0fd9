import { amountOf, formatAmount, parseAmount } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';

/** A transfer that came in. */
export type Transfer = {
  readonly id: string;
  /** Of the line with which it was booked. */
  readonly bankReference: string;
  readonly reference: string;
  readonly amount: string;
  /** As the bank booked it. */
  readonly currency: string;
  readonly payerName: string;
  readonly payerAccount: string;
  readonly bookedAt: string;
  /** When it was taken back. */
  recalledAt?: string;
};

/** A transfer that the operator ordered. */
export type Refund = {
  readonly endToEndId: string;
  readonly amount: string;
  readonly currency: string;
  readonly creditorName: string;
  readonly creditorAccount: string;
  readonly remittance: string;
  /** Of the line with which it was booked. */
  readonly bankReference: string;
  readonly bookedAt: string;
  /** When the creditor's bank sent it back. */
  rejectedAt?: string;
};

/** A line of the operator's account. Lines are only added. */
export type Booking = {
  /** The bank's own reference, AcctSvcrRef. */
  readonly reference: string;
  readonly direction: 'credit' | 'debit';
  /** Why money went back: a code of ISO 20022's external return reasons. */
  readonly returnReason?: string;
  readonly amount: string;
  readonly currency: string;
  readonly bookedAt: string;
  readonly endToEndId: string;
  readonly remittance: string;
  readonly counterpartyName: string;
  readonly counterpartyAccount: string;
};

/** A transfer that the bank has not carried out, and why: a code of ISO 20022's external status reasons. */
export type RefusedTransfer = {
  readonly messageId: string;
  readonly blockId: string;
  readonly endToEndId: string;
  readonly reason: string;
};

/** A file that the bank has promised and that may not lie in the folder yet. */
export type DueFile = {
  readonly name: string;
  readonly kind: 'notification' | 'statement' | 'report';
  readonly createdAt: string;
  /** What it tells, by the bank's references. */
  readonly references: readonly string[];
  /** The day of a statement, ISO date. */
  readonly day?: string;
  /** What a statement is about: the account of each currency, as far as former statements have told it. */
  readonly reports?: readonly Report[];
  /** What a report refuses of one file of the customer. */
  readonly refused?: readonly RefusedTransfer[];
};

/** One statement of the account of a currency. */
export type Report = {
  readonly currency: string;
  /** The balance that the one before closed with; a decimal. */
  readonly opening: string;
  /** Statements of an account are counted from one. */
  readonly number: number;
};

/** How far the statements of a currency have come: so many of the bookings, in so many statements. */
export type StatedSoFar = { readonly bookings: number; readonly statements: number };

/** A booking that will be reversed. */
export type DueReturn = { readonly reference: string; readonly reason: string; readonly dueAt: string };

export type BankState = {
  transfers: Transfer[];
  refunds: Refund[];
  bookings: Booking[];
  dueFiles: DueFile[];
  dueReturns: DueReturn[];
  /** Files that were promised so far, so that no name comes twice. */
  fileCount: number;
  /** By currency. */
  stated: Record<string, StatedSoFar>;
};

export function emptyBank(): BankState {
  return { transfers: [], refunds: [], bookings: [], dueFiles: [], dueReturns: [], fileCount: 0, stated: {} };
}

/** Adds a line and gives it the bank's reference. */
export function book(state: BankState, line: Omit<Booking, 'reference'>): Booking {
  const serial = String(state.bookings.length + 1).padStart(8, '0');
  const booking = { ...line, reference: `${line.bookedAt.slice(0, 10).replaceAll('-', '')}${serial}` };
  state.bookings.push(booking);
  return booking;
}

const MESSAGES = { notification: 'camt.054', statement: 'camt.053', report: 'pain.002' } as const;

/** Promises a file: from the commit on it will be written, whatever happens to this process. */
export function promiseFile(
  state: BankState,
  file: Pick<DueFile, 'createdAt' | 'references' | 'day' | 'reports' | 'refused'>,
): DueFile {
  state.fileCount += 1;
  const kind = file.refused ? 'report' : file.day === undefined ? 'notification' : 'statement';
  const serial = String(state.fileCount).padStart(6, '0');
  const name = `${MESSAGES[kind]}-${file.createdAt.slice(0, 10)}-${serial}.xml`;
  const due = { ...file, kind, name } as const;
  state.dueFiles.push(due);
  return due;
}

/**
 * Promises the statement of a day: of each account with bookings on that day, everything that no statement has told yet, so
 * that each opens with what the one before it closed with. Without any it is an empty one in euros.
 */
export function promiseStatement(
  state: BankState,
  { createdAt, day }: { readonly createdAt: string; readonly day: string },
) {
  const until = state.bookings.filter(({ bookedAt }) => bookedAt.slice(0, 10) <= day);
  const untold = until.filter((booking, index) => index >= statedIn(state, booking.currency).bookings);
  const ofDay = untold.filter(({ bookedAt }) => bookedAt.slice(0, 10) === day);
  const found = [...new Set(ofDay.map(({ currency }) => currency))].toSorted();
  const currencies = found.length > 0 ? found : ['EUR'];
  const lines = untold.filter(({ currency }) => found.includes(currency));
  const reports = currencies.map((currency) => {
    const { bookings, statements } = statedIn(state, currency);
    const before = until.filter((booking, index) => booking.currency === currency && index < bookings);
    return { currency, opening: balanceOf(before, currency), number: statements + 1 };
  });
  for (const { currency, number } of reports) {
    const bookings = Math.max(statedIn(state, currency).bookings, until.length);
    state.stated[currency] = { bookings, statements: number };
  }
  return promiseFile(state, { createdAt, day, reports, references: lines.map(({ reference }) => reference) });
}

function statedIn(state: BankState, currency: string): StatedSoFar {
  return state.stated[currency] ?? { bookings: 0, statements: 0 };
}

/** What the lines of a currency make, with every digit. */
export function balanceOf(bookings: readonly Booking[], currency: string): string {
  return balancesOf(bookings)[currency] ?? formatAmount(amountOf(fiatAsset(currency), 0n));
}

/** What the lines make in each currency, as decimals with every digit; debits may exceed credits. */
export function balancesOf(bookings: readonly Booking[]): Record<string, string> {
  const units = new Map<string, bigint>();
  for (const { currency, amount, direction } of bookings) {
    const size = parseAmount(fiatAsset(currency), amount).units;
    units.set(currency, (units.get(currency) ?? 0n) + (direction === 'credit' ? size : -size));
  }
  return Object.fromEntries(
    [...units].map(([currency, sum]) => [currency, formatAmount(amountOf(fiatAsset(currency), sum))]),
  );
}
