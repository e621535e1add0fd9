import { XMLBuilder } from 'fast-xml-parser';
import { OPERATOR_ACCOUNT } from './bankAccounts.ts';
import type { DueFile, RefusedTransfer } from './bankBooks.ts';

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  format: true,
  suppressEmptyNode: true,
});

/** The bank's word, in version 001.10 of pain.002, on transfers that it has not carried out. */
export function renderReport({ name, createdAt, refused = [] }: DueFile): Uint8Array {
  const blocks = [...Map.groupBy(refused, ({ blockId }) => blockId)];
  const xml = builder.build({
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    Document: {
      '@xmlns': 'urn:iso:std:iso:20022:tech:xsd:pain.002.001.10',
      CstmrPmtStsRpt: {
        GrpHdr: {
          MsgId: name.replace('.xml', ''),
          CreDtTm: createdAt,
          InitgPty: { Nm: OPERATOR_ACCOUNT.name },
        },
        OrgnlGrpInfAndSts: {
          OrgnlMsgId: refused[0]?.messageId,
          OrgnlMsgNmId: 'pain.001.001.09',
          GrpSts: 'PART',
        },
        OrgnlPmtInfAndSts: blocks.map(([blockId, transfers]) => ({
          OrgnlPmtInfId: blockId,
          PmtInfSts: 'PART',
          TxInfAndSts: transfers.map(statusOf),
        })),
      },
    },
  });
  return new TextEncoder().encode(xml);
}

function statusOf({ endToEndId, reason }: RefusedTransfer): object {
  return {
    OrgnlInstrId: endToEndId,
    OrgnlEndToEndId: endToEndId,
    TxSts: 'RJCT',
    StsRsnInf: { Rsn: { Cd: reason } },
  };
}
