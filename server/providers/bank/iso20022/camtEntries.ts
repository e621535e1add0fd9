import { type Amount, parseAmount } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import type { BankEntry, BankParty } from '../bankPort.ts';
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
  const booked = statement.Ntry.filter(({ Sts }) => Sts === 'BOOK');
  return identifyEntries(
    booked.flatMap((entry) => readBooking(entry, frame)).filter(({ amount }) => amount.units > 0n),
    frame.isProved,
  );
}

/** A decimal of XML Schema that is not below zero: zeros in front and at the end say nothing. */
const DECIMAL = /^\+?0*(\d+?)(?:\.(\d*?)0*)?$/;
const MAX_AMOUNT_LENGTH = 40;
/** ISO 20022's ActiveOrHistoricCurrencyAndAmount has eighteen digits at most. */
const MAX_DIGITS = 18;

/** Throws an {@link InconsistentStatementError}, as for more digits than the currency has, unless they are zeros. */
export function readAmount({ '#text': text, '@Ccy': code }: CamtAmount): Amount {
  try {
    const [, whole = '', fraction = ''] = (text.length <= MAX_AMOUNT_LENGTH && DECIMAL.exec(text)) || [];
    if (whole.length + fraction.length > MAX_DIGITS) throw new RangeError('too long');
    return parseAmount(fiatAsset(code), fraction === '' ? whole : `${whole}.${fraction}`);
  } catch {
    throw new InconsistentStatementError(`an amount of ${code} that cannot be: ${text.slice(0, 40)}`);
  }
}

/** Positive when credited. */
export function signed(units: bigint, direction: 'CRDT' | 'DBIT'): bigint {
  return direction === 'CRDT' ? units : -units;
}

type Part = { readonly transaction: CamtTransaction; readonly amount: Amount };

function readBooking(entry: CamtEntry, frame: StatementFrame): UnidentifiedEntry[] {
  const transactions = entry.NtryDtls.flatMap(({ TxDtls }) => TxDtls);
  const total = readAmount(entry.Amt);
  const parts = transactions.map(partOf).filter((part) => part !== undefined);
  const count = Math.max(announcedCount(entry), transactions.length);
  if (count < 2) return [readTransaction(entry, transactions[0], total, frame, 1)];
  const comparable = parts.length === transactions.length && parts.every(({ amount }) => isSameAsset(amount, total));
  // The sum proves more than a count: some banks count each group of details, others all in the first group.
  const isWhole = transactions.length > 1 && comparable && makes(entry, total, parts);
  if (!isWhole && comparable && transactions.length === count) {
    throw new InconsistentStatementError('the transactions of a batch are not its sum');
  }
  if (!isWhole) return [{ ...readTransaction(entry, undefined, total, frame, 1), unitemised: count }];
  const batch = { reference: reference(entry.AcctSvcrRef), units: total.units };
  return parts.map(({ transaction, amount }) => ({
    ...readTransaction(entry, transaction, amount, frame, parts.length),
    batch,
  }));
}

/** Undefined for a transaction of which the amount is not told. */
function partOf(transaction: CamtTransaction): Part | undefined {
  const told = transaction.Amt ?? transaction.AmtDtls?.TxAmt?.Amt;
  return told && { transaction, amount: readAmount(told) };
}

/** How many transactions the bank says that the booking has; 0 when it does not say. */
function announcedCount({ NtryDtls }: CamtEntry): number {
  return NtryDtls.reduce((sum, { Btch }) => sum + (Btch?.NbOfTxs ?? 0), 0);
}

/** Amounts of one currency. */
function makes(entry: CamtEntry, total: Amount, parts: readonly Part[]): boolean {
  const sum = parts.reduce(
    (units, { transaction, amount }) => units + signed(amount.units, transaction.CdtDbtInd ?? entry.CdtDbtInd),
    0n,
  );
  return sum === signed(total.units, entry.CdtDbtInd);
}

function isSameAsset(one: Amount, other: Amount): boolean {
  return one.asset.id === other.asset.id;
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
