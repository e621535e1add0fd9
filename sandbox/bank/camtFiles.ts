import { formatAmount, parseAmount } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import { XMLBuilder } from 'fast-xml-parser';
import { OPERATOR_ACCOUNT, operatorAccount } from './bankAccounts.ts';
import { type Booking, balancesOf, type DueFile } from './bankBooks.ts';

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

/** The file that the bank has promised, in version 001.08 of camt.054 or camt.053. The same promise gives the same bytes. */
export function renderCamt(file: DueFile, bookings: readonly Booking[]): Uint8Array {
  const told = new Set(file.references);
  const lines = bookings.filter(({ reference }) => told.has(reference));
  const currencies = [...new Set(lines.map(({ currency }) => currency))].toSorted();
  return new TextEncoder().encode(
    file.kind === 'notification'
      ? document(file, 'camt.054.001.08', 'BkToCstmrDbtCdtNtfctn', {
          Ntfctn: currencies.map((currency) => report(file, currency, lines)),
        })
      : document(file, 'camt.053.001.08', 'BkToCstmrStmt', {
          Stmt: (currencies.length > 0 ? currencies : ['EUR']).map((currency) =>
            report(file, currency, lines, balances(file, currency, lines, bookings)),
          ),
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

function report(file: DueFile, currency: string, lines: readonly Booking[], told: readonly object[] = []): object {
  const { name, account } = operatorAccount(currency);
  return {
    Id: `${file.name.replace('.xml', '')}-${currency}`,
    CreDtTm: file.createdAt,
    Acct: {
      Id: { IBAN: account },
      Ccy: currency,
      Ownr: { Nm: name },
      Svcr: { FinInstnId: { Nm: BANK } },
    },
    ...(told.length > 0 && { Bal: told }),
    Ntry: lines.filter((line) => line.currency === currency).map(entry),
  };
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
  return { Dbtr: debtor.party, DbtrAcct: debtor.account, Cdtr: creditor.party, CdtrAcct: creditor.account };
}

function party(name: string, account: string): { readonly party: object; readonly account: object } {
  const id = /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(account) ? { IBAN: account } : { Othr: { Id: account } };
  return { party: { Pty: { Nm: clean(name) } }, account: { Id: id } };
}

function remittanceOf(text: string): object {
  const line = clean(text);
  if (line === '') return {};
  if (!STRUCTURED_REFERENCE.test(line)) return { RmtInf: { Ustrd: line } };
  return { RmtInf: { Strd: { CdtrRefInf: { Tp: { CdOrPrtry: { Cd: 'SCOR' } }, Ref: line } } } };
}

/** Booked balances before and after the lines of the day. */
function balances(
  file: DueFile,
  currency: string,
  lines: readonly Booking[],
  bookings: readonly Booking[],
): readonly object[] {
  const day = file.day ?? '';
  const before = bookings.filter(({ bookedAt }) => bookedAt.slice(0, 10) < day);
  return [balance('OPBD', currency, day, before), balance('CLBD', currency, day, [...before, ...lines])];
}

function balance(type: string, currency: string, day: string, counted: readonly Booking[]): object {
  const sum = balancesOf(counted)[currency] ?? formatAmount(parseAmount(fiatAsset(currency), '0'));
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
