import { createAmount, formatAmount, parseAmount } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import { XMLBuilder } from 'fast-xml-parser';
import { getOperatorAccount, OPERATOR_ACCOUNT } from './bankAccounts.ts';
import { type AccountStatement, type Booking, computeBalance, type PendingFile } from './bankState.ts';

const BANK = 'Sandbox Bank';

/** A creditor reference (ISO 11649), which has its own field. */
const STRUCTURED_REFERENCE = /^RF\d{2}[A-Z0-9]{1,21}$/;

/** Characters not allowed in XML. */
const FORBIDDEN_CHARACTERS = /[\p{Cc}\p{Cs}\p{Cn}]/gu;

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  format: true,
  suppressEmptyNode: true,
});

/** Faults of a file. */
export type FileMistake = 'foreign_account' | 'broken_balance';

/** An account that does not exist in the sandbox. */
const FOREIGN_ACCOUNT = 'DE89370400440532013000';

/** Renders a file as camt.054 or camt.053, version 001.08. The same input gives the same bytes. */
export function renderCamt(file: PendingFile, bookings: readonly Booking[], mistake?: FileMistake): Uint8Array {
  const references = new Set(file.references);
  const lines = bookings.filter(({ reference }) => references.has(reference));
  const currencies = [...new Set(lines.map(({ currency }) => currency))].toSorted();
  return new TextEncoder().encode(
    file.kind === 'notification'
      ? buildDocument(file, 'camt.054.001.08', 'BkToCstmrDbtCdtNtfctn', {
          Ntfctn: currencies.map((currency) => buildAccountReport(file, currency, lines, mistake)),
        })
      : buildDocument(file, 'camt.053.001.08', 'BkToCstmrStmt', {
          Stmt: (file.reports ?? []).map((each) => ({
            ...buildAccountReport(file, each.currency, lines, mistake),
            ...buildStatementFields(file, each, lines, mistake),
          })),
        }),
  );
}

function buildDocument(file: PendingFile, message: string, root: string, reports: object): string {
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

function buildAccountReport(
  file: PendingFile,
  currency: string,
  lines: readonly Booking[],
  mistake: FileMistake | undefined,
): object {
  const { name, account } = getOperatorAccount(currency);
  return {
    Id: `${file.name.replace('.xml', '')}-${currency}`,
    // In the order of the format: a statement's additional fields replace these placeholders.
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
    Ntry: lines.filter((line) => line.currency === currency).map(buildEntry),
  };
}

/** Returns the fields of a statement that a notification does not have. */
function buildStatementFields(
  file: PendingFile,
  { currency, opening, number }: AccountStatement,
  lines: readonly Booking[],
  mistake: FileMistake | undefined,
): object {
  const day = file.day ?? '';
  const asset = fiatAsset(currency);
  const before = parseUnits(opening, currency);
  const moved = parseUnits(computeBalance(lines, currency), currency);
  const after = createAmount(asset, before + moved + (mistake === 'broken_balance' ? 1n : 0n));
  return {
    StmtPgntn: { PgNb: '1', LastPgInd: 'true' },
    ElctrncSeqNb: String(number),
    Bal: [buildBalance('OPBD', currency, day, opening), buildBalance('CLBD', currency, day, formatAmount(after))],
  };
}

function parseUnits(decimal: string, currency: string): bigint {
  const { units } = parseAmount(fiatAsset(currency), decimal.replace('-', ''));
  return decimal.startsWith('-') ? -units : units;
}

function buildEntry(booking: Booking): object {
  const { currency, direction, returnReason, bookedAt, reference } = booking;
  const amount = { '@Ccy': currency, '#text': formatFullAmount(booking) };
  const indicator = direction === 'credit' ? 'CRDT' : 'DBIT';
  return {
    Amt: amount,
    CdtDbtInd: indicator,
    ...(returnReason !== undefined && { RvslInd: 'true' }),
    Sts: { Cd: 'BOOK' },
    BookgDt: { Dt: bookedAt.slice(0, 10) },
    ValDt: { Dt: bookedAt.slice(0, 10) },
    AcctSvcrRef: reference,
    BkTxCd: { Domn: { Cd: 'PMNT', Fmly: buildTransactionFamily(booking) } },
    NtryDtls: {
      TxDtls: {
        Refs: { AcctSvcrRef: reference, EndToEndId: booking.endToEndId || 'NOTPROVIDED' },
        Amt: amount,
        CdtDbtInd: indicator,
        RltdPties: buildParties(booking),
        ...buildRemittance(booking.remittance),
        ...(returnReason !== undefined && { RtrInf: { Rsn: { Cd: returnReason } } }),
      },
    },
  };
}

function buildTransactionFamily({ direction, returnReason }: Booking): object {
  const received = (direction === 'credit') === (returnReason === undefined);
  return { Cd: received ? 'RCDT' : 'ICDT', SubFmlyCd: returnReason === undefined ? 'ESCT' : 'RRTN' };
}

/** Returns debtor and creditor. A return keeps the roles of the original transfer. */
function buildParties({ currency, direction, returnReason, counterpartyName, counterpartyAccount }: Booking): object {
  const other = buildParty(counterpartyName, counterpartyAccount);
  const { name, account } = getOperatorAccount(currency);
  const own = buildParty(name, account);
  const isIncoming = (direction === 'credit') === (returnReason === undefined);
  const [debtor, creditor] = isIncoming ? [other, own] : [own, other];
  return {
    Dbtr: debtor.party,
    ...(debtor.account && { DbtrAcct: debtor.account }),
    Cdtr: creditor.party,
    ...(creditor.account && { CdtrAcct: creditor.account }),
  };
}

/** Returns a party and its account; banks omit the account of some payers. */
function buildParty(name: string, account: string): { readonly party: object; readonly account: object | undefined } {
  if (account === '') return { party: { Pty: { Nm: removeForbiddenCharacters(name) } }, account: undefined };
  const id = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(account) ? { IBAN: account } : { Othr: { Id: account } };
  return { party: { Pty: { Nm: removeForbiddenCharacters(name) } }, account: { Id: id } };
}

function buildRemittance(text: string): object {
  const line = removeForbiddenCharacters(text);
  if (line === '') return {};
  if (!STRUCTURED_REFERENCE.test(line)) return { RmtInf: { Ustrd: line } };
  return { RmtInf: { Strd: { CdtrRefInf: { Tp: { CdOrPrtry: { Cd: 'SCOR' } }, Ref: line } } } };
}

function buildBalance(type: string, currency: string, day: string, sum: string): object {
  return {
    Tp: { CdOrPrtry: { Cd: type } },
    Amt: { '@Ccy': currency, '#text': sum.replace('-', '') },
    CdtDbtInd: sum.startsWith('-') ? 'DBIT' : 'CRDT',
    Dt: { Dt: day },
  };
}

function formatFullAmount({ currency, amount }: Booking): string {
  return formatAmount(parseAmount(fiatAsset(currency), amount));
}

function removeForbiddenCharacters(text: string): string {
  return text.replaceAll(FORBIDDEN_CHARACTERS, ' ').trim();
}
