import { XMLBuilder } from 'fast-xml-parser';
import { OPERATOR_ACCOUNT } from './bankAccounts.ts';
import type { PendingFile, RefusedTransfer } from './bankState.ts';

const builder = new XMLBuilder({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  format: true,
  suppressEmptyNode: true,
});

/** Renders the bank's report on transfers that it refused, as a pain.002.001.10 file. */
export function renderStatusReport({ name, createdAt, refused = [] }: PendingFile): Uint8Array {
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
          TxInfAndSts: transfers.map(buildTransactionStatus),
        })),
      },
    },
  });
  return new TextEncoder().encode(xml);
}

function buildTransactionStatus({ endToEndId, reason }: RefusedTransfer): object {
  return {
    OrgnlInstrId: endToEndId,
    OrgnlEndToEndId: endToEndId,
    TxSts: 'RJCT',
    StsRsnInf: { Rsn: { Cd: reason } },
  };
}
