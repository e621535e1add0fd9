import { parseAmount } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import { z } from 'zod';
import type { TransferBatch } from '../bankPort.ts';
import { optionalElement, repeatedElement, textElement } from './elements.ts';
import { writeTransferFile } from './writeTransferFile.ts';
import { readXmlDocument } from './xmlDocument.ts';

const account = z
  .object({
    Id: z.object({ IBAN: optionalElement(textElement), Othr: optionalElement(z.object({ Id: textElement })) }),
  })
  .transform(({ Id }) => Id.IBAN ?? Id.Othr?.Id ?? '');
const party = z.object({ Nm: textElement });

const transfer = z.object({
  PmtId: z.object({ EndToEndId: textElement }),
  Amt: z.object({ InstdAmt: z.object({ '@Ccy': z.string(), '#text': z.string() }) }),
  Cdtr: party,
  CdtrAcct: account,
  RmtInf: optionalElement(z.object({ Ustrd: repeatedElement(textElement) })),
});

const block = z.object({
  Dbtr: party,
  DbtrAcct: account,
  DbtrAgt: z.object({ FinInstnId: z.object({ BICFI: optionalElement(textElement) }) }),
  CdtTrfTxInf: repeatedElement(transfer),
});

const transferFileSchema = z.object({
  Document: z.object({
    CstmrCdtTrfInitn: z.object({
      GrpHdr: z.object({ MsgId: textElement, CreDtTm: textElement.pipe(z.coerce.date()) }),
      PmtInf: repeatedElement(block),
    }),
  }),
});

/**
 * Returns the batch that a file of transfers contains. A bank may interpret a file differently, so a file is accepted
 * only if {@link writeTransferFile} writes the same bytes for that batch. Throws for any other file.
 */
export function readTransferFile(bytes: Uint8Array): TransferBatch {
  const { GrpHdr, PmtInf } = transferFileSchema.parse(readXmlDocument(bytes).content).Document.CstmrCdtTrfInitn;
  const [first] = PmtInf;
  if (!first) throw new RangeError('a file without transfers');
  const { Dbtr, DbtrAcct, DbtrAgt } = first;
  const batch: TransferBatch = {
    batchId: GrpHdr.MsgId,
    createdAt: GrpHdr.CreDtTm,
    debtor: { name: Dbtr.Nm, account: DbtrAcct, bankCode: DbtrAgt.FinInstnId.BICFI ?? '' },
    transfers: PmtInf.flatMap(({ CdtTrfTxInf }) => CdtTrfTxInf.map(toBankTransfer)),
  };
  if (!Buffer.from(bytes).equals(writeTransferFile(batch)))
    throw new RangeError('a file that differs from what the product writes for its transfers');
  return batch;
}

function toBankTransfer({
  PmtId,
  Amt,
  Cdtr,
  CdtrAcct,
  RmtInf,
}: z.output<typeof transfer>): TransferBatch['transfers'][number] {
  const { '@Ccy': currency, '#text': digits } = Amt.InstdAmt;
  return {
    transferId: PmtId.EndToEndId,
    amount: parseAmount(fiatAsset(currency), digits),
    creditor: { name: Cdtr.Nm, account: CdtrAcct },
    remittance: RmtInf?.Ustrd.join(' ') ?? '',
  };
}
