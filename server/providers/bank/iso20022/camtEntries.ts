import type { Amount } from '@slipway/money/amount.ts';
import type { BankEntry, BankParty } from '../bankPort.ts';
import { isSameAsset, readAmount, readAmountOrNothing, signed } from './camtAmounts.ts';
import type { CamtAmount, CamtEntry, CamtStatement, CamtTransaction } from './camtSchema.ts';
import { InconsistentStatementError, identifyEntries, type UnidentifiedEntry } from './entryIdentity.ts';
import { returnWordOf } from './returnWords.ts';

/** Where there is no reference, banks write one of these, since the formats ask for something. */
const NO_REFERENCE = new Set(['NOTPROVIDED', 'NOT PROVIDED', 'NONREF', 'NOREF']);

export type StatementFrame = {
  readonly account: string;
  /** For entries that tell no day of their own. */
  readonly createdOn: string;
  /** The balances before and after need every booking that is told. */
  readonly isProved: boolean;
};

/** The booked entries of a statement, one for each transaction. Throws an {@link InconsistentStatementError}. */
export function readEntries(statement: CamtStatement, frame: StatementFrame): BankEntry[] {
  return identifyEntries(
    statement.Ntry.flatMap((entry) => readBooking(entry, frame)).filter(({ amount }) => amount.units > 0n),
    frame.isProved,
  );
}

type Part = { readonly transaction: CamtTransaction; readonly amount: Amount };

function readBooking(entry: CamtEntry, frame: StatementFrame): UnidentifiedEntry[] {
  const transactions = entry.NtryDtls.flatMap(({ TxDtls }) => TxDtls);
  const total = readAmount(entry.Amt);
  const count = Math.max(announcedCount(entry), transactions.length);
  const read = transactions.map(partOf);
  const fault =
    entry.fault ?? (read.includes('unreadable') ? 'a part of a booking has an amount that cannot be' : undefined);
  if (fault !== undefined) return [leaveUnexplained(entry, { total, count, fault }, frame)];
  const parts = read.filter((part) => part !== undefined && part !== 'unreadable');
  if (count < 2) {
    const [part] = parts;
    const single = readTransaction(entry, transactions[0], total, frame, 1);
    // A credit of more than its only part may have other payers.
    return part && isLessThan(part.amount, total) && single.direction === 'credit'
      ? [{ ...readTransaction(entry, undefined, total, frame, 1), unitemised: 2 }]
      : [single];
  }
  const comparable = parts.length === transactions.length && parts.every(({ amount }) => isSameAsset(amount, total));
  // The sum proves more than a count: some banks count each group of details, others all in the first group.
  const missing = comparable ? missingUnits(entry, total, parts) : undefined;
  if (transactions.length < 2 || missing !== 0n) {
    const isContradiction = missing !== undefined && transactions.length === count;
    const isUnproved = isContradiction && !frame.isProved && !isCharged(entry, missing);
    if (isUnproved || (isContradiction && takesBack(entry, transactions)))
      throw new InconsistentStatementError('the transactions of a batch are not its sum');
    return [{ ...readTransaction(entry, undefined, total, frame, 1), unitemised: count }];
  }
  const batch = { reference: reference(entry.AcctSvcrRef), units: total.units };
  return parts.map(({ transaction, amount }) => ({
    ...readTransaction(entry, transaction, amount, frame, parts.length),
    batch,
  }));
}

/**
 * Returns the booking without its details, and a credit without any text, so that it finds no order and waits for a person. The
 * text of a debit remains, as it may name the order whose money is taken back. Throws an
 * {@link InconsistentStatementError} if a part of a debit takes money back, or if the balances do not prove that nothing else of
 * the file is wrong.
 */
function leaveUnexplained(
  entry: CamtEntry,
  { total, count, fault }: { readonly total: Amount; readonly count: number; readonly fault: string },
  frame: StatementFrame,
): UnidentifiedEntry {
  const transactions = entry.NtryDtls.flatMap(({ TxDtls }) => TxDtls);
  if (!frame.isProved || takesBack(entry, transactions)) throw new InconsistentStatementError(fault);
  const AddtlNtryInf = entry.CdtDbtInd === 'DBIT' ? entry.AddtlNtryInf : undefined;
  const booking = { ...entry, NtryDtls: [], AddtlNtryInf };
  return { ...readTransaction(booking, undefined, total, frame, 1), unitemised: count > 1 ? count : 0 };
}

/** Whether a debit has a part that takes money back: as one sum it would not say from which order. */
function takesBack(entry: CamtEntry, transactions: readonly CamtTransaction[]): boolean {
  return entry.CdtDbtInd === 'DBIT' && transactions.some((transaction) => returnWordOf(entry, transaction).reversal);
}

/** Undefined for a transaction without an amount. */
function partOf(transaction: CamtTransaction): Part | 'unreadable' | undefined {
  const stated = transaction.Amt ?? transaction.AmtDtls?.TxAmt?.Amt;
  if (!stated) return undefined;
  const amount = readAmountOrNothing(stated);
  return amount ? { transaction, amount } : 'unreadable';
}

/** Zero does not count: ISO 20022's own samples write it where the amount of the detail is that of the booking. */
function isLessThan(one: Amount, other: Amount): boolean {
  return isSameAsset(one, other) && one.units > 0n && one.units < other.units;
}

/** How many transactions the bank says that the booking has; 0 when it does not say. */
function announcedCount({ NtryDtls }: CamtEntry): number {
  return NtryDtls.reduce((sum, { Btch }) => sum + (Btch?.NbOfTxs ?? 0), 0);
}

/** Returns the sum of the parts less that of their booking; debits are negative. All amounts are of one currency. */
function missingUnits(entry: CamtEntry, total: Amount, parts: readonly Part[]): bigint {
  const sum = parts.reduce(
    (units, { transaction, amount }) => units + signed(amount.units, transaction.CdtDbtInd ?? entry.CdtDbtInd),
    0n,
  );
  return sum - signed(total.units, entry.CdtDbtInd);
}

/** Whether the charges that the bank states, of the booking or of its parts, are what is missing. */
function isCharged(entry: CamtEntry, missing: bigint): boolean {
  const ofParts = entry.NtryDtls.flatMap(({ TxDtls }) => TxDtls).flatMap(({ Chrgs }) => Chrgs);
  const unitsOf = (amounts: readonly (CamtAmount | undefined)[]) =>
    amounts
      .map((amount) => amount && amount['@Ccy'] === entry.Amt['@Ccy'] && readAmountOrNothing(amount))
      .reduce((sum, amount) => sum + (amount ? amount.units : 0n), 0n);
  return [entry.Chrgs, ofParts].some((charges) => {
    const total = unitsOf(charges.map(({ TtlChrgsAndTaxAmt }) => TtlChrgsAndTaxAmt));
    const single = unitsOf(charges.flatMap(({ Amt, Rcrd }) => [Amt, ...Rcrd.map((record) => record.Amt)]));
    return missing > 0n && (missing === total || missing === single);
  });
}

function readTransaction(
  entry: CamtEntry,
  transaction: CamtTransaction | undefined,
  amount: Amount,
  frame: StatementFrame,
  batchSize: number,
): UnidentifiedEntry {
  const indicator = batchSize === 1 ? entry.CdtDbtInd : (transaction?.CdtDbtInd ?? entry.CdtDbtInd);
  const direction = indicator === 'CRDT' ? 'credit' : 'debit';
  return {
    account: frame.account,
    direction,
    ...returnWordOf(entry, transaction),
    amount,
    bookedOn: entry.BookgDt ?? entry.ValDt ?? frame.createdOn,
    endToEndId: reference(transaction?.Refs?.EndToEndId),
    transactionId: reference(transaction?.Refs?.TxId),
    remittance: remittanceOf(transaction) || (transaction ? '' : joined([entry.AddtlNtryInf ?? ''])),
    furtherText: transaction
      ? joined([transaction.AddtlTxInf ?? '', batchSize === 1 ? (entry.AddtlNtryInf ?? '') : ''])
      : '',
    batch: null,
    unitemised: 0,
    counterparty: counterpartyOf(transaction, direction, frame.account),
    bookingReference: reference(entry.AcctSvcrRef),
    transactionReference: reference(transaction?.Refs?.AcctSvcrRef),
    batchSize,
  };
}

function reference(text: string | undefined): string {
  const word = text ?? '';
  return NO_REFERENCE.has(word.toUpperCase()) ? '' : word;
}

function remittanceOf(transaction: CamtTransaction | undefined): string {
  const { Strd = [], Ustrd = [] } = transaction?.RmtInf ?? {};
  return joined([
    ...Strd.map(({ CdtrRefInf }) => CdtrRefInf?.Ref ?? ''),
    ...Ustrd,
    ...Strd.flatMap(({ AddtlRmtInf }) => AddtlRmtInf),
  ]);
}

function joined(lines: readonly string[]): string {
  return lines
    .map((line) => line.replaceAll(/\s+/g, ' ').trim())
    .filter((line) => line !== '')
    .join(' ');
}

/** Returns keep the roles of the transfer that they return, or swap them: the other side is the party that is not us. */
function counterpartyOf(
  transaction: CamtTransaction | undefined,
  direction: BankEntry['direction'],
  ownAccount: string,
): BankParty {
  const { Dbtr = '', DbtrAcct = '', Cdtr = '', CdtrAcct = '' } = transaction?.RltdPties ?? {};
  const debtor = { name: joined([Dbtr]), account: DbtrAcct };
  const creditor = { name: joined([Cdtr]), account: CdtrAcct };
  const [usual, other] = direction === 'credit' ? [debtor, creditor] : [creditor, debtor];
  const isOther = ({ name, account }: BankParty) => account !== ownAccount && (name !== '' || account !== '');
  return [usual, other].find(isOther) ?? { name: '', account: '' };
}
