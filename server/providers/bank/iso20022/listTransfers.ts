import { z } from 'zod';
import type { ListedTransfer } from '../bankPort.ts';
import { list, text } from './elements.ts';
import { readXmlDocument } from './xmlDocument.ts';

const order = z.object({
  Document: z.object({
    CstmrCdtTrfInitn: z.object({
      PmtInf: list(
        z.object({ PmtInfId: text, CdtTrfTxInf: list(z.object({ PmtId: z.object({ EndToEndId: text }) })) }),
      ),
    }),
  }),
});

/** What a pain.001 file of our own asks for. Throws for any other file. */
export function listTransfers(bytes: Uint8Array): ListedTransfer[] {
  const { PmtInf } = order.parse(readXmlDocument(bytes).content).Document.CstmrCdtTrfInitn;
  return PmtInf.flatMap(({ PmtInfId, CdtTrfTxInf }) =>
    CdtTrfTxInf.map(({ PmtId }) => ({ blockId: PmtInfId, transferId: PmtId.EndToEndId })),
  );
}
