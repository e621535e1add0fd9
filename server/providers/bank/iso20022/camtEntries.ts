import type { Amount } from '@slipway/money/amount.ts';
import type { BankEntry, BankParty } from '../bankPort.ts';
import { applyDirection, isSameAsset, readAmount, tryReadAmount } from './camtAmounts.ts';
import type { CamtAmount, CamtEntry, CamtStatement, CamtTransaction } from './camtSchema.ts';
import { InconsistentStatementError, identifyEntries, type UnidentifiedEntry } from './entryIdentity.ts';
import { readReturnIndication } from './returnIndication.ts';

/** Placeholders that banks write for a missing reference, since the formats require one. */
const NO_REFERENCE = new Set(['NOTPROVIDED', 'NOT PROVIDED', 'NONREF', 'NOREF']);

export type StatementContext = {
  readonly account: string;
  /** ISO date of the statement's creation, for entries without a date. */
  readonly createdOn: string;
  /** The opening balance and the bookings add up to the closing balance, so the file contains every booking. */
  readonly isProved: boolean;
};

/**
 * Returns the booked entries of a statement with amounts above zero: one for each transaction, but only one for a
 * collective booking whose parts are missing, unreadable or do not add up. Throws an {@link InconsistentStatementError}.
 */
export function readEntries(statement: CamtStatement, context: StatementContext): BankEntry[] {
  return identifyEntries(
    statement.Ntry.flatMap((entry) => readBooking(entry, context)).filter(({ amount }) => amount.units > 0n),
    context.isProved,
  );
}

type BookingPart = { readonly transaction: CamtTransaction; readonly amount: Amount };

function readBooking(entry: CamtEntry, context: StatementContext): UnidentifiedEntry[] {
  const transactions = entry.NtryDtls.flatMap(({ TxDtls }) => TxDtls);
  const total = readAmount(entry.Amt);
  const count = Math.max(getAnnouncedCount(entry), transactions.length);
  const read = transactions.map(readPart);
  const fault = entry.fault ?? (read.includes('unreadable') ? 'a part of a booking has an invalid amount' : undefined);
  if (fault !== undefined) return [buildMalformedEntry(entry, { total, count, fault }, context)];
  const parts = read.filter((part) => part !== undefined && part !== 'unreadable');
  if (count < 2) {
    const [part] = parts;
    const single = readTransaction(entry, transactions[0], total, context, 1);
    // A credit that exceeds its only part may have other payers, so it is read as a collective booking of at least two.
    return part && isSmallerPart(part.amount, total) && single.direction === 'credit'
      ? [{ ...readTransaction(entry, undefined, total, context, 1), unitemized: 2 }]
      : [single];
  }
  const comparable = parts.length === transactions.length && parts.every(({ amount }) => isSameAsset(amount, total));
  // If the parts add up, a different count does not matter: some banks count each group of details, others all of them.
  const missing = comparable ? computePartsDifference(entry, total, parts) : undefined;
  if (transactions.length < 2 || missing !== 0n) {
    const isContradiction = missing !== undefined && transactions.length === count;
    const isUnproved = isContradiction && !context.isProved && !isExplainedByCharges(entry, missing);
    if (isUnproved || (isContradiction && hasReversal(entry, transactions)))
      throw new InconsistentStatementError('the transactions of a batch do not add up to its amount');
    return [{ ...readTransaction(entry, undefined, total, context, 1), unitemized: count }];
  }
  const batch = { reference: removePlaceholder(entry.AcctSvcrRef), units: total.units };
  return parts.map(({ transaction, amount }) => ({
    ...readTransaction(entry, transaction, amount, context, parts.length),
    batch,
  }));
}

/**
 * Returns the booking without its details, and a credit without any text, so that it matches no order and a person
 * decides. A debit keeps its text, which may name the order whose money is taken back. Throws an {@link
 * InconsistentStatementError} if a part of a debit takes money back, or if the balances do not prove the rest of the
 * file.
 */
function buildMalformedEntry(
  entry: CamtEntry,
  { total, count, fault }: { readonly total: Amount; readonly count: number; readonly fault: string },
  context: StatementContext,
): UnidentifiedEntry {
  const transactions = entry.NtryDtls.flatMap(({ TxDtls }) => TxDtls);
  if (!context.isProved || hasReversal(entry, transactions)) throw new InconsistentStatementError(fault);
  const AddtlNtryInf = entry.CdtDbtInd === 'DBIT' ? entry.AddtlNtryInf : undefined;
  const booking = { ...entry, NtryDtls: [], AddtlNtryInf };
  return { ...readTransaction(booking, undefined, total, context, 1), unitemized: count > 1 ? count : 0 };
}

/** Returns true if a debit has a part that takes money back. A debit read as one sum would not show from which order. */
function hasReversal(entry: CamtEntry, transactions: readonly CamtTransaction[]): boolean {
  return (
    entry.CdtDbtInd === 'DBIT' && transactions.some((transaction) => readReturnIndication(entry, transaction).reversal)
  );
}

/** Returns undefined for a transaction without an amount. */
function readPart(transaction: CamtTransaction): BookingPart | 'unreadable' | undefined {
  const stated = transaction.Amt ?? transaction.AmtDtls?.TxAmt?.Amt;
  if (!stated) return undefined;
  const amount = tryReadAmount(stated);
  return amount ? { transaction, amount } : 'unreadable';
}

/**
 * Returns true if the part is above zero, less than the total and in its currency. ISO 20022's samples write zero where
 * a detail has the amount of its booking.
 */
function isSmallerPart(part: Amount, total: Amount): boolean {
  return isSameAsset(part, total) && part.units > 0n && part.units < total.units;
}

/** Returns the number of transactions that the bank states for the booking; 0 if it states none. */
function getAnnouncedCount({ NtryDtls }: CamtEntry): number {
  return NtryDtls.reduce((sum, { Btch }) => sum + (Btch?.NbOfTxs ?? 0), 0);
}

/** Returns the sum of the parts less the total of their booking; debits are negative. All are in one currency. */
function computePartsDifference(entry: CamtEntry, total: Amount, parts: readonly BookingPart[]): bigint {
  const sum = parts.reduce(
    (units, { transaction, amount }) => units + applyDirection(amount.units, transaction.CdtDbtInd ?? entry.CdtDbtInd),
    0n,
  );
  return sum - applyDirection(total.units, entry.CdtDbtInd);
}

/** Returns true if the charges that the bank states, of the booking or of its parts, equal the missing amount. */
function isExplainedByCharges(entry: CamtEntry, missing: bigint): boolean {
  const partCharges = entry.NtryDtls.flatMap(({ TxDtls }) => TxDtls).flatMap(({ Chrgs }) => Chrgs);
  const sumUnits = (amounts: readonly (CamtAmount | undefined)[]) =>
    amounts
      .map((amount) => amount && amount['@Ccy'] === entry.Amt['@Ccy'] && tryReadAmount(amount))
      .reduce((sum, amount) => sum + (amount ? amount.units : 0n), 0n);
  return [entry.Chrgs, partCharges].some((charges) => {
    const total = sumUnits(charges.map(({ TtlChrgsAndTaxAmt }) => TtlChrgsAndTaxAmt));
    const single = sumUnits(charges.flatMap(({ Amt, Rcrd }) => [Amt, ...Rcrd.map((record) => record.Amt)]));
    return missing > 0n && (missing === total || missing === single);
  });
}

function readTransaction(
  entry: CamtEntry,
  transaction: CamtTransaction | undefined,
  amount: Amount,
  context: StatementContext,
  batchSize: number,
): UnidentifiedEntry {
  const indicator = batchSize === 1 ? entry.CdtDbtInd : (transaction?.CdtDbtInd ?? entry.CdtDbtInd);
  const direction = indicator === 'CRDT' ? 'credit' : 'debit';
  return {
    account: context.account,
    direction,
    ...readReturnIndication(entry, transaction),
    amount,
    bookedOn: entry.BookgDt ?? entry.ValDt ?? context.createdOn,
    endToEndId: removePlaceholder(transaction?.Refs?.EndToEndId),
    transactionId: removePlaceholder(transaction?.Refs?.TxId),
    remittance: readRemittance(transaction) || (transaction ? '' : joinLines([entry.AddtlNtryInf ?? ''])),
    furtherText: transaction
      ? joinLines([transaction.AddtlTxInf ?? '', batchSize === 1 ? (entry.AddtlNtryInf ?? '') : ''])
      : '',
    batch: null,
    unitemized: 0,
    counterparty: findCounterparty(transaction, direction, context.account),
    bookingReference: removePlaceholder(entry.AcctSvcrRef),
    transactionReference: removePlaceholder(transaction?.Refs?.AcctSvcrRef),
    batchSize,
  };
}

function removePlaceholder(text: string | undefined): string {
  const value = text ?? '';
  return NO_REFERENCE.has(value.toUpperCase()) ? '' : value;
}

function readRemittance(transaction: CamtTransaction | undefined): string {
  const { Strd = [], Ustrd = [] } = transaction?.RmtInf ?? {};
  return joinLines([
    ...Strd.map(({ CdtrRefInf }) => CdtrRefInf?.Ref ?? ''),
    ...Ustrd,
    ...Strd.flatMap(({ AddtlRmtInf }) => AddtlRmtInf),
  ]);
}

function joinLines(lines: readonly string[]): string {
  return lines
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join(' ');
}

/** Returns the party that is not the operator. Some banks swap the roles in a return, others do not. */
function findCounterparty(
  transaction: CamtTransaction | undefined,
  direction: BankEntry['direction'],
  ownAccount: string,
): BankParty {
  const { Dbtr = '', DbtrAcct = '', Cdtr = '', CdtrAcct = '' } = transaction?.RltdPties ?? {};
  const debtor = { name: joinLines([Dbtr]), account: DbtrAcct };
  const creditor = { name: joinLines([Cdtr]), account: CdtrAcct };
  const [usual, other] = direction === 'credit' ? [debtor, creditor] : [creditor, debtor];
  const isOther = ({ name, account }: BankParty) => account !== ownAccount && (name !== '' || account !== '');
  return [usual, other].find(isOther) ?? { name: '', account: '' };
}
