import { z } from 'zod';
import {
  dateTimeElement,
  describeFault,
  optionalElement,
  reasonElement,
  repeatedElement,
  textElement,
} from './elements.ts';

// The used parts of the message definitions, with the names of ISO 20022.

const amount = z.object({ '#text': z.string(), '@Ccy': z.string().regex(/^[A-Z]{3}$/, 'is no currency code') });

const creditOrDebit = z.enum(['CRDT', 'DBIT']);

const DAY_LENGTH = 'YYYY-MM-DD'.length;

/** Reads the day: the first ten characters of a date, which may have an offset, or of a date and time. */
const day = z
  .object({ Dt: optionalElement(textElement), DtTm: optionalElement(textElement) })
  .transform(({ Dt, DtTm }) => (Dt ?? DtTm ?? '').slice(0, DAY_LENGTH))
  .pipe(z.iso.date());

/** Reads an IBAN, in upper case, or another id, both without spaces; '' if there is neither. */
const accountId = z
  .object({ IBAN: optionalElement(textElement), Othr: optionalElement(z.object({ Id: textElement })) })
  .transform(({ IBAN, Othr }) => (IBAN?.toUpperCase() ?? Othr?.Id ?? '').replaceAll(/\s/g, ''));

const counterAccount = z.object({ Id: optionalElement(accountId) }).transform(({ Id }) => Id ?? '');

const account = z
  .object({ Id: optionalElement(accountId), Ccy: optionalElement(textElement) })
  .transform(({ Id, Ccy }) => ({ id: Id ?? '', currency: Ccy }));

/** The name is directly in the party up to .06, and inside `Pty` from .07 on. */
const partyName = z
  .object({ Nm: optionalElement(textElement), Pty: optionalElement(z.object({ Nm: optionalElement(textElement) })) })
  .transform(({ Nm, Pty }) => Nm ?? Pty?.Nm ?? '');

const remittance = z.object({
  Ustrd: repeatedElement(textElement),
  Strd: repeatedElement(
    z.object({
      CdtrRefInf: optionalElement(z.object({ Ref: optionalElement(textElement) })),
      AddtlRmtInf: repeatedElement(textElement),
    }),
  ),
});

const returnInformation = z.object({ Rsn: optionalElement(reasonElement) }).transform(({ Rsn }) => Rsn ?? '');

/** Type of a booking: in ISO 20022's three levels, or in a code of the bank or its association. */
const transactionCode = z.object({
  Domn: optionalElement(
    z.object({
      Cd: optionalElement(textElement),
      Fmly: optionalElement(z.object({ Cd: optionalElement(textElement), SubFmlyCd: optionalElement(textElement) })),
    }),
  ),
  Prtry: optionalElement(z.object({ Cd: optionalElement(textElement), Issr: optionalElement(textElement) })),
});

/**
 * Charges as a total, in records (from .03 on), or in lines (.02). If one is unreadable, all are ignored and explain no
 * difference.
 */
const charges = repeatedElement(
  z.object({
    TtlChrgsAndTaxAmt: optionalElement(amount),
    Amt: optionalElement(amount),
    Rcrd: repeatedElement(z.object({ Amt: optionalElement(amount) })),
  }),
).catch([]);

const transaction = z.object({
  Refs: optionalElement(
    z.object({
      AcctSvcrRef: optionalElement(textElement),
      EndToEndId: optionalElement(textElement),
      TxId: optionalElement(textElement),
    }),
  ),
  /** From .03 on. */
  Amt: optionalElement(amount),
  CdtDbtInd: optionalElement(creditOrDebit),
  AmtDtls: optionalElement(z.object({ TxAmt: optionalElement(z.object({ Amt: optionalElement(amount) })) })),
  Chrgs: charges,
  RltdPties: optionalElement(
    z.object({
      Dbtr: optionalElement(partyName),
      DbtrAcct: optionalElement(counterAccount),
      Cdtr: optionalElement(partyName),
      CdtrAcct: optionalElement(counterAccount),
    }),
  ),
  RmtInf: optionalElement(remittance),
  BkTxCd: optionalElement(transactionCode),
  RtrInf: optionalElement(returnInformation),
  AddtlTxInf: optionalElement(textElement),
});

/** A plain code up to .06, a choice later. A proprietary status of the bank is read as '', which is not `BOOK`. */
const status = z.union([
  textElement,
  z.object({ Cd: textElement }).transform(({ Cd }) => Cd),
  z.looseObject({}).transform(() => ''),
]);

/** Required for every booking: without its amount and direction the balances prove nothing. */
const bookedAmount = z.object({ Amt: amount, CdtDbtInd: creditOrDebit });

const wellFormedEntry = z.object({
  ...bookedAmount.shape,
  RvslInd: optionalElement(textElement.pipe(z.enum(['true', 'false', '1', '0']))),
  BookgDt: optionalElement(day),
  ValDt: optionalElement(day),
  AcctSvcrRef: optionalElement(textElement),
  BkTxCd: optionalElement(transactionCode),
  Chrgs: charges,
  NtryDtls: repeatedElement(
    z.object({
      Btch: optionalElement(
        z.object({
          NbOfTxs: optionalElement(
            textElement.pipe(
              z
                .string()
                .regex(/^\d{1,15}$/)
                .transform(Number),
            ),
          ),
        }),
      ),
      TxDtls: repeatedElement(transaction),
    }),
  ),
  AddtlNtryInf: optionalElement(textElement),
});

/** The readable fields of a malformed booking, without its details. */
const malformedEntry = z.object({
  ...bookedAmount.shape,
  RvslInd: wellFormedEntry.shape.RvslInd.catch(undefined),
  BookgDt: wellFormedEntry.shape.BookgDt.catch(undefined),
  ValDt: wellFormedEntry.shape.ValDt.catch(undefined),
  AcctSvcrRef: wellFormedEntry.shape.AcctSvcrRef.catch(undefined),
  BkTxCd: wellFormedEntry.shape.BkTxCd.catch(undefined),
  AddtlNtryInf: wellFormedEntry.shape.AddtlNtryInf.catch(undefined),
});

type WellFormedEntry = z.output<typeof wellFormedEntry>;
/** `fault`: the first unreadable field; undefined for a well-formed booking. */
type ParsedEntry = WellFormedEntry & { readonly fault: string | undefined };

/**
 * A booked entry; null for one with another status, such as pending, even if it is malformed. A booked entry without a
 * readable amount and direction invalidates the file, as does a malformed debit with details: a recall may be named only
 * in its details.
 */
const entry = z
  .object({ Sts: status })
  .loose()
  .transform((raw, context): ParsedEntry | null => {
    if (raw.Sts !== 'BOOK') return null;
    const wellFormed = wellFormedEntry.safeParse(raw);
    if (wellFormed.success) return { ...wellFormed.data, fault: undefined };
    const fault = describeFault(wellFormed.error);
    const malformed = malformedEntry.safeParse(raw);
    if (malformed.success && malformed.data.CdtDbtInd === 'DBIT' && raw['NtryDtls'] !== undefined) {
      context.addIssue({ code: 'custom', message: fault });
      return z.NEVER;
    }
    if (malformed.success) return { ...malformed.data, Chrgs: [], NtryDtls: [], fault };
    for (const { path, message } of malformed.error.issues) context.addIssue({ code: 'custom', path, message });
    return z.NEVER;
  });

const balance = z.object({
  Tp: z.object({
    CdOrPrtry: z.object({ Cd: optionalElement(textElement) }),
    SubTp: optionalElement(z.object({ Cd: optionalElement(textElement) })),
  }),
  Amt: amount,
  CdtDbtInd: creditOrDebit,
  Dt: optionalElement(day),
});

/** Page number; null if there is only one page. */
const pagination = z
  .object({ PgNb: optionalElement(textElement), LastPgInd: optionalElement(textElement) })
  .transform(({ PgNb, LastPgInd }) =>
    Number(PgNb) === 1 && (LastPgInd === 'true' || LastPgInd === '1') ? null : Number(PgNb),
  )
  .pipe(z.int().min(1).nullable());

/**
 * Anything but one to fifteen digits is read as absent: the number only shows whether a statement is missing, which the
 * balances prove.
 */
const sequenceNumber = textElement.transform((digits) => (/^\d{1,15}$/.test(digits) ? Number(digits) : undefined));

const statement = z.object({
  Id: textElement.pipe(z.string().min(1)),
  CreDtTm: optionalElement(dateTimeElement),
  StmtPgntn: optionalElement(pagination),
  ElctrncSeqNb: optionalElement(sequenceNumber),
  LglSeqNb: optionalElement(sequenceNumber),
  Acct: account.pipe(
    z.object({
      id: z.string().min(1, 'names no account'),
      currency: z.union([z.string().regex(/^[A-Z]{3}$/), z.undefined()]),
    }),
  ),
  Bal: repeatedElement(balance),
  Ntry: repeatedElement(entry).transform((entries) => entries.filter((each) => each !== null)),
});

const header = z.object({ CreDtTm: dateTimeElement, MsgPgntn: optionalElement(pagination) });

/** BankToCustomerStatement, camt.053. */
export const statementMessage = z.object({ GrpHdr: header, Stmt: repeatedElement(statement) });
/** BankToCustomerDebitCreditNotification, camt.054. */
export const notificationMessage = z.object({ GrpHdr: header, Ntfctn: repeatedElement(statement) });

export type CamtHeader = z.output<typeof header>;
export type CamtTransactionCode = z.output<typeof transactionCode>;
export type CamtStatement = z.output<typeof statement>;
export type CamtBalance = z.output<typeof balance>;
export type CamtEntry = ParsedEntry;
export type CamtTransaction = z.output<typeof transaction>;
export type CamtAmount = z.output<typeof amount>;
