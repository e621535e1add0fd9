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
};

/** The booked entries of a statement, one for each transaction. Throws an {@link InconsistentStatementError}. */
export function readEntries(statement: CamtStatement, frame: StatementFrame): BankEntry[] {
  const booked = statement.Ntry.filter(({ Sts }) => Sts === 'BOOK');
  return identifyEntries(
    booked.flatMap((entry) => readBooking(entry, frame)).filter(({ amount }) => amount.units > 0n),
  );
}

/** ISO 20022's ActiveOrHistoricCurrencyAndAmount has eighteen digits at most. */
const MAX_AMOUNT_LENGTH = 19;

export function readAmount({ '#text': text, '@Ccy': code }: CamtAmount): Amount {
  try {
    if (text.length > MAX_AMOUNT_LENGTH) throw new RangeError('too long');
    return parseAmount(fiatAsset(code), text);
  } catch {
    throw new InconsistentStatementError(`an amount of ${code} that cannot be: ${text.slice(0, 40)}`);
  }
}

/** Positive when credited. */
export function signed(units: bigint, direction: 'CRDT' | 'DBIT'): bigint {
  return direction === 'CRDT' ? units : -units;
}

function readBooking(entry: CamtEntry, frame: StatementFrame): UnidentifiedEntry[] {
  const transactions = entry.NtryDtls.flatMap(({ TxDtls }) => TxDtls);
  requireWhole(entry, transactions.length);
  const total = readAmount(entry.Amt);
  if (transactions.length < 2) return [readTransaction(entry, transactions[0], total, frame, 1)];
  const parts = transactions.map((transaction) => {
    const told = transaction.Amt ?? transaction.AmtDtls?.TxAmt?.Amt;
    if (!told) throw new InconsistentStatementError('a transaction of a batch without an amount');
    return { transaction, amount: readAmount(told) };
  });
  requireSum(entry, total, parts);
  return parts.map(({ transaction, amount }) => readTransaction(entry, transaction, amount, frame, parts.length));
}

/**
 * A batch that is told as one sum says nothing that belongs to an order, and would count twice beside the notification
 * that itemises it: the operator must have the bank itemise its statements.
 */
function requireWhole(entry: CamtEntry, told: number): void {
  const announced = entry.NtryDtls.map(({ Btch }) => Btch?.NbOfTxs).filter((count) => count !== undefined);
  if (announced.length === 0) return;
  const expected = announced.reduce((sum, count) => sum + count, 0);
  if (expected > 1 && expected !== told) {
    throw new InconsistentStatementError(`a batch of ${expected} transactions that tells ${told}`);
  }
}

function requireSum(
  entry: CamtEntry,
  total: Amount,
  parts: readonly { readonly transaction: CamtTransaction; readonly amount: Amount }[],
): void {
  if (parts.some(({ amount }) => amount.asset.id !== total.asset.id)) {
    throw new InconsistentStatementError('a transaction in another currency than its batch');
  }
  const sum = parts.reduce(
    (units, { transaction, amount }) => units + signed(amount.units, transaction.CdtDbtInd ?? entry.CdtDbtInd),
    0n,
  );
  if (sum !== signed(total.units, entry.CdtDbtInd)) {
    throw new InconsistentStatementError('the transactions of a batch are not its sum');
  }
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
