import { parseAmount, toDecimal } from '@slipway/money/amount.ts';
import { add, compare, type Decimal, parseDecimal } from '@slipway/money/decimal.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { z } from 'zod';
import { isOperatorAccount } from './bankAccounts.ts';

/** A transfer that the operator orders. */
export type OrderedTransfer = {
  /** Ids of the file and of the block that contain it. */
  readonly messageId: string;
  readonly blockId: string;
  readonly endToEndId: string;
  readonly amount: string;
  readonly currency: string;
  readonly creditorName: string;
  readonly creditorAccount: string;
  readonly remittance: string;
};

const NAMESPACE = 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09';

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  parseAttributeValue: false,
  htmlEntities: true,
  isArray: (name) => name === 'PmtInf' || name === 'CdtTrfTxInf',
});

const maxText = (length: number) => z.string().min(1).max(length);
/** Many banks refuse a file with any other character (EPC217-08, the basic Latin set). */
const latinText = (length: number) =>
  maxText(length).regex(/^[a-zA-Z0-9/?:().,'+ -]*$/, 'has a character outside of the basic Latin set');
const account = z
  .union([
    z.strictObject({ Id: z.strictObject({ IBAN: z.string().regex(/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/) }) }),
    z.strictObject({ Id: z.strictObject({ Othr: z.strictObject({ Id: maxText(34) }) }) }),
  ])
  .transform(({ Id }) => ('IBAN' in Id ? Id.IBAN : Id.Othr.Id));

const countText = z.string().regex(/^\d{1,15}$/);

/** A strict schema, since the bank rejects unknown and misplaced fields. */
const transfer = z.strictObject({
  PmtId: z.strictObject({ InstrId: maxText(35).optional(), EndToEndId: maxText(35) }),
  Amt: z.strictObject({
    InstdAmt: z.strictObject({ '#text': z.string(), '@Ccy': z.string().regex(/^[A-Z]{3}$/) }),
  }),
  Cdtr: z.strictObject({ Nm: latinText(70) }),
  CdtrAcct: account,
  RmtInf: z.strictObject({ Ustrd: latinText(140) }).optional(),
});

const paymentBlock = z.strictObject({
  PmtInfId: maxText(35),
  PmtMtd: z.literal('TRF'),
  BtchBookg: z.literal('false'),
  NbOfTxs: countText,
  CtrlSum: z.string(),
  PmtTpInf: z.strictObject({ SvcLvl: z.strictObject({ Cd: z.literal('SEPA') }) }).optional(),
  ReqdExctnDt: z.strictObject({ Dt: z.iso.date() }),
  Dbtr: z.strictObject({ Nm: latinText(70) }),
  DbtrAcct: account.refine(isOperatorAccount, 'is no account of this customer'),
  DbtrAgt: z.unknown(),
  ChrgBr: z.enum(['SLEV', 'SHAR', 'DEBT', 'CRED']),
  CdtTrfTxInf: z.array(transfer).min(1),
});

const orderFile = z.object({
  Document: z.strictObject({
    '@xmlns': z.literal(NAMESPACE),
    CstmrCdtTrfInitn: z.strictObject({
      GrpHdr: z.strictObject({
        MsgId: maxText(35),
        CreDtTm: z.iso.datetime({ offset: true }),
        NbOfTxs: countText,
        CtrlSum: z.string(),
        InitgPty: z.strictObject({ Nm: latinText(70) }),
      }),
      PmtInf: z.array(paymentBlock).min(1),
    }),
  }),
});

/** Parses a pain.001.001.09 file. Like a bank, rejects the whole file for one fault: throws with one line about it. */
export function parsePainFile(bytes: Uint8Array): OrderedTransfer[] {
  const xml = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  if (/<!DOCTYPE/i.test(xml) || XMLValidator.validate(xml) !== true) throw new Error('not a well-formed document');
  const parsed = orderFile.safeParse(parser.parse(xml));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new Error(`${issue?.path.join('.')}: ${issue?.message}`);
  }
  const { GrpHdr, PmtInf } = parsed.data.Document.CstmrCdtTrfInitn;
  for (const block of PmtInf) requireTotals(block.PmtInfId, block, block.CdtTrfTxInf);
  const all = PmtInf.flatMap(({ PmtInfId, CdtTrfTxInf }) => CdtTrfTxInf.map((each) => ({ ...each, PmtInfId })));
  requireTotals(GrpHdr.MsgId, GrpHdr, all);
  return all.map((ordered) => ({
    messageId: GrpHdr.MsgId,
    blockId: ordered.PmtInfId,
    endToEndId: ordered.PmtId.EndToEndId,
    amount: ordered.Amt.InstdAmt['#text'],
    currency: ordered.Amt.InstdAmt['@Ccy'],
    creditorName: ordered.Cdtr.Nm,
    creditorAccount: ordered.CdtrAcct,
    remittance: ordered.RmtInf?.Ustrd ?? '',
  }));
}

function requireTotals(
  id: string,
  declared: { readonly NbOfTxs: string; readonly CtrlSum: string },
  transfers: readonly z.infer<typeof transfer>[],
): void {
  const amounts = transfers.map(({ Amt: { InstdAmt } }) =>
    toDecimal(parseAmount(fiatAsset(InstdAmt['@Ccy']), InstdAmt['#text'])),
  );
  if (amounts.some(({ coefficient }) => coefficient === 0n)) throw new Error(`${id}: a transfer has the amount zero`);
  const sum = amounts.reduce<Decimal>(add, { coefficient: 0n, scale: 0 });
  if (Number(declared.NbOfTxs) !== transfers.length) throw new Error(`${id}: NbOfTxs is not the number of transfers`);
  if (compare(parseDecimal(declared.CtrlSum), sum) !== 0) throw new Error(`${id}: CtrlSum is not the sum`);
}
