import { amountOf, formatAmount, parseAmount } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import { XMLBuilder } from 'fast-xml-parser';
import { OPERATOR_ACCOUNT, operatorAccount } from './bankAccounts.ts';
import { type Booking, balanceOf, type DueFile, type Report } from './bankBooks.ts';

const BANK = 'Sandbox Bank';

/** A creditor's reference of ISO 11649 travels in a field of its own. */
const STRUCTURED_REFERENCE = /^RF\d{2}[A-Z0-9]{1,21}$/;

/** What XML cannot carry. */
const FORBIDDEN = /[\p{Cc}\p{Cs}\p{Cn}]/gu;

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  format: true,
  suppressEmptyNode: true,
});

/** How a file is told wrongly. */
export type Mistake = 'foreign_account' | 'broken_balance';

/** An account of nobody here. */
const FOREIGN_ACCOUNT = 'DE89370400440532013000';

/** The file that the bank has promised, in version 001.08 of camt.054 or camt.053. The same promise gives the same bytes. */
export function renderCamt(file: DueFile, bookings: readonly Booking[], mistake?: Mistake): Uint8Array {
  const told = new Set(file.references);
  const lines = bookings.filter(({ reference }) => told.has(reference));
  const currencies = [...new Set(lines.map(({ currency }) => currency))].toSorted();
  return new TextEncoder().encode(
    file.kind === 'notification'
      ? document(file, 'camt.054.001.08', 'BkToCstmrDbtCdtNtfctn', {
          Ntfctn: currencies.map((currency) => report(file, currency, lines, mistake)),
        })
      : document(file, 'camt.053.001.08', 'BkToCstmrStmt', {
          Stmt: (file.reports ?? []).map((each) => ({
            ...report(file, each.currency, lines, mistake),
            ...statementParts(file, each, lines, mistake),
          })),
        }),
  );
}

function document(file: DueFile, message: string, root: string, reports: object): string {
  return builder.build({
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    Document: {
      '@xmlns': `urn:iso:std:iso:20022:tech:xsd:${message}`,
      [root]: {
        GrpHdr: {
          MsgId: file.name.replace('.xml', ''),
          CreDtTm: file.createdAt,
          MsgRcpt: { Nm: OPERATOR_ACCOUNT.name },
        },
        ...reports,
      },
    },
  });
}

function report(file: DueFile, currency: string, lines: readonly Booking[], mistake: Mistake | undefined): object {
  const { name, account } = operatorAccount(currency);
  return {
    Id: `${file.name.replace('.xml', '')}-${currency}`,
    // In the order of the format: what a statement has besides takes these places.
    StmtPgntn: undefined,
    ElctrncSeqNb: undefined,
    CreDtTm: file.createdAt,
    Acct: {
      Id: { IBAN: mistake === 'foreign_account' ? FOREIGN_ACCOUNT : account },
      Ccy: currency,
      Ownr: { Nm: name },
      Svcr: { FinInstnId: { Nm: BANK } },
    },
    Bal: undefined,
    Ntry: lines.filter((line) => line.currency === currency).map(entry),
  };
}

/** What a statement says beyond a notification. */
function statementParts(
  file: DueFile,
  { currency, opening, number }: Report,
  lines: readonly Booking[],
  mistake: Mistake | undefined,
): object {
  const day = file.day ?? '';
  const asset = fiatAsset(currency);
  const before = unitsOf(opening, currency);
  const moved = unitsOf(balanceOf(lines, currency), currency);
  const after = amountOf(asset, before + moved + (mistake === 'broken_balance' ? 1n : 0n));
  return {
    StmtPgntn: { PgNb: '1', LastPgInd: 'true' },
    ElctrncSeqNb: String(number),
    Bal: [balance('OPBD', currency, day, opening), balance('CLBD', currency, day, formatAmount(after))],
  };
}

function unitsOf(decimal: string, currency: string): bigint {
  const { units } = parseAmount(fiatAsset(currency), decimal.replace('-', ''));
  return decimal.startsWith('-') ? -units : units;
}

function entry(booking: Booking): object {
  const { currency, direction, returnReason, bookedAt, reference } = booking;
  const amount = { '@Ccy': currency, '#text': everyDigit(booking) };
  const indicator = direction === 'credit' ? 'CRDT' : 'DBIT';
  return {
    Amt: amount,
    CdtDbtInd: indicator,
    ...(returnReason !== undefined && { RvslInd: 'true' }),
    Sts: { Cd: 'BOOK' },
    BookgDt: { Dt: bookedAt.slice(0, 10) },
    ValDt: { Dt: bookedAt.slice(0, 10) },
    AcctSvcrRef: reference,
    BkTxCd: { Domn: { Cd: 'PMNT', Fmly: family(booking) } },
    NtryDtls: {
      TxDtls: {
        Refs: { AcctSvcrRef: reference, EndToEndId: booking.endToEndId || 'NOTPROVIDED' },
        Amt: amount,
        CdtDbtInd: indicator,
        RltdPties: parties(booking),
        ...remittanceOf(booking.remittance),
        ...(returnReason !== undefined && { RtrInf: { Rsn: { Cd: returnReason } } }),
      },
    },
  };
}

function family({ direction, returnReason }: Booking): object {
  const received = (direction === 'credit') === (returnReason === undefined);
  return { Cd: received ? 'RCDT' : 'ICDT', SubFmlyCd: returnReason === undefined ? 'ESCT' : 'RRTN' };
}

/** A return keeps the roles of the transfer that it takes back. */
function parties({ currency, direction, returnReason, counterpartyName, counterpartyAccount }: Booking): object {
  const other = party(counterpartyName, counterpartyAccount);
  const { name, account } = operatorAccount(currency);
  const own = party(name, account);
  const cameIn = (direction === 'credit') === (returnReason === undefined);
  const [debtor, creditor] = cameIn ? [other, own] : [own, other];
  return {
    Dbtr: debtor.party,
    ...(debtor.account && { DbtrAcct: debtor.account }),
    Cdtr: creditor.party,
    ...(creditor.account && { CdtrAcct: creditor.account }),
  };
}

/** Of some payers a bank tells no account. */
function party(name: string, account: string): { readonly party: object; readonly account: object | undefined } {
  if (account === '') return { party: { Pty: { Nm: clean(name) } }, account: undefined };
  const id = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(account) ? { IBAN: account } : { Othr: { Id: account } };
  return { party: { Pty: { Nm: clean(name) } }, account: { Id: id } };
}

function remittanceOf(text: string): object {
  const line = clean(text);
  if (line === '') return {};
  if (!STRUCTURED_REFERENCE.test(line)) return { RmtInf: { Ustrd: line } };
  return { RmtInf: { Strd: { CdtrRefInf: { Tp: { CdOrPrtry: { Cd: 'SCOR' } }, Ref: line } } } };
}

function balance(type: string, currency: string, day: string, sum: string): object {
  return {
    Tp: { CdOrPrtry: { Cd: type } },
    Amt: { '@Ccy': currency, '#text': sum.replace('-', '') },
    CdtDbtInd: sum.startsWith('-') ? 'DBIT' : 'CRDT',
    Dt: { Dt: day },
  };
}

function everyDigit({ currency, amount }: Booking): string {
  return formatAmount(parseAmount(fiatAsset(currency), amount));
}

function clean(text: string): string {
  return text.replaceAll(FORBIDDEN, ' ').trim();
}
