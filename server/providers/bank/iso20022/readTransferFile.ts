import { parseAmount } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import { z } from 'zod';
import type { TransferBatch } from '../bankPort.ts';
import { element, list, text } from './elements.ts';
import { writeTransferFile } from './pain.ts';
import { readXmlDocument } from './xmlDocument.ts';

const account = z
  .object({ Id: z.object({ IBAN: element(text), Othr: element(z.object({ Id: text })) }) })
  .transform(({ Id }) => Id.IBAN ?? Id.Othr?.Id ?? '');
const party = z.object({ Nm: text });

const transfer = z.object({
  PmtId: z.object({ EndToEndId: text }),
  Amt: z.object({ InstdAmt: z.object({ '@Ccy': z.string(), '#text': z.string() }) }),
  Cdtr: party,
  CdtrAcct: account,
  RmtInf: element(z.object({ Ustrd: list(text) })),
});

const block = z.object({
  Dbtr: party,
  DbtrAcct: account,
  DbtrAgt: z.object({ FinInstnId: z.object({ BICFI: element(text) }) }),
  CdtTrfTxInf: list(transfer),
});

const order = z.object({
  Document: z.object({
    CstmrCdtTrfInitn: z.object({
      GrpHdr: z.object({ MsgId: text, CreDtTm: text.pipe(z.coerce.date()) }),
      PmtInf: list(block),
    }),
  }),
});

/**
 * What a file asks a bank for. A bank may read a file in another way than this does, so that one counts only where it is, byte
 * for byte, what {@link writeTransferFile} makes of what was read: throws for every other.
 */
export function readTransferFile(bytes: Uint8Array): TransferBatch {
  const { GrpHdr, PmtInf } = order.parse(readXmlDocument(bytes).content).Document.CstmrCdtTrfInitn;
  const [first] = PmtInf;
  if (!first) throw new RangeError('a file without transfers');
  const { Dbtr, DbtrAcct, DbtrAgt } = first;
  const batch: TransferBatch = {
    batchId: GrpHdr.MsgId,
    createdAt: GrpHdr.CreDtTm,
    debtor: { name: Dbtr.Nm, account: DbtrAcct, bankCode: DbtrAgt.FinInstnId.BICFI ?? '' },
    transfers: PmtInf.flatMap(({ CdtTrfTxInf }) => CdtTrfTxInf.map(transferOf)),
  };
  if (!Buffer.from(bytes).equals(writeTransferFile(batch)))
    throw new RangeError('a file that says more than its transfers');
  return batch;
}

function transferOf({
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
