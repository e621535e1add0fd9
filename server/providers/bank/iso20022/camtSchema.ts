import { z } from 'zod';
import { element, list, moment, nameFault, reason, text } from './elements.ts';

// The message definitions as far as they are read; names are those of ISO 20022.

const amount = z.object({ '#text': z.string(), '@Ccy': z.string().regex(/^[A-Z]{3}$/, 'is no currency code') });

const creditOrDebit = z.enum(['CRDT', 'DBIT']);

const DAY_LENGTH = 'YYYY-MM-DD'.length;

/** A date may carry an offset, a date and time has more behind it; the day is what the bank counts by. */
const day = z
  .object({ Dt: element(text), DtTm: element(text) })
  .transform(({ Dt, DtTm }) => (Dt ?? DtTm ?? '').slice(0, DAY_LENGTH))
  .pipe(z.iso.date());

/** The account of an account identification, without the spaces that people write. */
const accountId = z
  .object({ IBAN: element(text), Othr: element(z.object({ Id: text })) })
  .transform(({ IBAN, Othr }) => (IBAN?.toUpperCase() ?? Othr?.Id ?? '').replaceAll(/\s/g, ''));

const counterAccount = z.object({ Id: element(accountId) }).transform(({ Id }) => Id ?? '');

const account = z
  .object({ Id: element(accountId), Ccy: element(text) })
  .transform(({ Id, Ccy }) => ({ id: Id ?? '', currency: Ccy }));

/** Versions before .07 name the party at once, later ones inside of `Pty`. */
const partyName = z
  .object({ Nm: element(text), Pty: element(z.object({ Nm: element(text) })) })
  .transform(({ Nm, Pty }) => Nm ?? Pty?.Nm ?? '');

const remittance = z.object({
  Ustrd: list(text),
  Strd: list(z.object({ CdtrRefInf: element(z.object({ Ref: element(text) })), AddtlRmtInf: list(text) })),
});

const returnInformation = z.object({ Rsn: element(reason) }).transform(({ Rsn }) => Rsn ?? '');

/** What kind of booking it is: in ISO 20022's three levels, or in a code of the bank's own or of its association. */
const transactionCode = z.object({
  Domn: element(
    z.object({ Cd: element(text), Fmly: element(z.object({ Cd: element(text), SubFmlyCd: element(text) })) }),
  ),
  Prtry: element(z.object({ Cd: element(text), Issr: element(text) })),
});

/** Charges as a total, in records (from .03 on), or in lines (.02). What cannot be read explains nothing. */
const charges = list(
  z.object({
    TtlChrgsAndTaxAmt: element(amount),
    Amt: element(amount),
    Rcrd: list(z.object({ Amt: element(amount) })),
  }),
).catch([]);

const transaction = z.object({
  Refs: element(z.object({ AcctSvcrRef: element(text), EndToEndId: element(text), TxId: element(text) })),
  /** From .03 on. */
  Amt: element(amount),
  CdtDbtInd: element(creditOrDebit),
  AmtDtls: element(z.object({ TxAmt: element(z.object({ Amt: element(amount) })) })),
  Chrgs: charges,
  RltdPties: element(
    z.object({
      Dbtr: element(partyName),
      DbtrAcct: element(counterAccount),
      Cdtr: element(partyName),
      CdtrAcct: element(counterAccount),
    }),
  ),
  RmtInf: element(remittance),
  BkTxCd: element(transactionCode),
  RtrInf: element(returnInformation),
  AddtlTxInf: element(text),
});

/** A bare code up to .06, a choice later. A status in the bank's own words is none that is known: it is not `BOOK`. */
const status = z.union([text, z.object({ Cd: text }).transform(({ Cd }) => Cd), z.looseObject({}).transform(() => '')]);

/** Every booking must have these: without them the balances prove nothing. */
const bookedAmount = z.object({ Amt: amount, CdtDbtInd: creditOrDebit });

const explainedEntry = z.object({
  ...bookedAmount.shape,
  RvslInd: element(text.pipe(z.enum(['true', 'false', '1', '0']))),
  BookgDt: element(day),
  ValDt: element(day),
  AcctSvcrRef: element(text),
  BkTxCd: element(transactionCode),
  Chrgs: charges,
  NtryDtls: list(
    z.object({
      Btch: element(
        z.object({
          NbOfTxs: element(
            text.pipe(
              z
                .string()
                .regex(/^\d{1,15}$/)
                .transform(Number),
            ),
          ),
        }),
      ),
      TxDtls: list(transaction),
    }),
  ),
  AddtlNtryInf: element(text),
});

/** A malformed booking: its own fields as far as they can be read, and none of its details. */
const unexplainedEntry = z.object({
  ...bookedAmount.shape,
  RvslInd: explainedEntry.shape.RvslInd.catch(undefined),
  BookgDt: explainedEntry.shape.BookgDt.catch(undefined),
  ValDt: explainedEntry.shape.ValDt.catch(undefined),
  AcctSvcrRef: explainedEntry.shape.AcctSvcrRef.catch(undefined),
  BkTxCd: explainedEntry.shape.BkTxCd.catch(undefined),
  AddtlNtryInf: explainedEntry.shape.AddtlNtryInf.catch(undefined),
});

type ExplainedEntry = z.output<typeof explainedEntry>;
/** `fault`: the first field that cannot be read; undefined for a well-formed booking. */
type ReadEntry = ExplainedEntry & { readonly fault: string | undefined };

/**
 * A booked entry; null for one that is pending or announced, even if it is malformed. A malformed debit with details is a fault of
 * the file: a recall may be named in its details only.
 */
const entry = z
  .object({ Sts: status })
  .loose()
  .transform((raw, context): ReadEntry | null => {
    if (raw.Sts !== 'BOOK') return null;
    const explained = explainedEntry.safeParse(raw);
    if (explained.success) return { ...explained.data, fault: undefined };
    const fault = nameFault(explained.error);
    const unexplained = unexplainedEntry.safeParse(raw);
    if (unexplained.success && unexplained.data.CdtDbtInd === 'DBIT' && raw['NtryDtls'] !== undefined) {
      context.addIssue({ code: 'custom', message: fault });
      return z.NEVER;
    }
    if (unexplained.success) return { ...unexplained.data, Chrgs: [], NtryDtls: [], fault };
    for (const { path, message } of unexplained.error.issues) context.addIssue({ code: 'custom', path, message });
    return z.NEVER;
  });

const balance = z.object({
  Tp: z.object({
    CdOrPrtry: z.object({ Cd: element(text) }),
    SubTp: element(z.object({ Cd: element(text) })),
  }),
  Amt: amount,
  CdtDbtInd: creditOrDebit,
  Dt: element(day),
});

/** The number of a page; null for what is on one page alone. */
const pagination = z
  .object({ PgNb: element(text), LastPgInd: element(text) })
  .transform(({ PgNb, LastPgInd }) =>
    Number(PgNb) === 1 && (LastPgInd === 'true' || LastPgInd === '1') ? null : Number(PgNb),
  )
  .pipe(z.int().min(1).nullable());

/** What is no plain count is no count: it only tells whether a statement is missing, and the balances prove that. */
const sequenceNumber = text.transform((digits) => (/^\d{1,15}$/.test(digits) ? Number(digits) : undefined));

const statement = z.object({
  Id: text.pipe(z.string().min(1)),
  CreDtTm: element(moment),
  StmtPgntn: element(pagination),
  ElctrncSeqNb: element(sequenceNumber),
  LglSeqNb: element(sequenceNumber),
  Acct: account.pipe(
    z.object({
      id: z.string().min(1, 'tells no account'),
      currency: z.union([z.string().regex(/^[A-Z]{3}$/), z.undefined()]),
    }),
  ),
  Bal: list(balance),
  Ntry: list(entry).transform((entries) => entries.filter((each) => each !== null)),
});

const header = z.object({ CreDtTm: moment, MsgPgntn: element(pagination) });

/** BankToCustomerStatement, camt.053. */
export const statementMessage = z.object({ GrpHdr: header, Stmt: list(statement) });
/** BankToCustomerDebitCreditNotification, camt.054. */
export const notificationMessage = z.object({ GrpHdr: header, Ntfctn: list(statement) });

export type CamtHeader = z.output<typeof header>;
export type CamtTransactionCode = z.output<typeof transactionCode>;
export type CamtStatement = z.output<typeof statement>;
export type CamtBalance = z.output<typeof balance>;
export type CamtEntry = ReadEntry;
export type CamtTransaction = z.output<typeof transaction>;
export type CamtAmount = z.output<typeof amount>;
