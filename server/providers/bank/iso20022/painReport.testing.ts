type ReportedStatus = { readonly status?: string; readonly code?: string; readonly bankText?: string };

export type ReportContent = {
  readonly version?: string;
  readonly reportId?: string;
  readonly batchId: string;
  readonly about?: string;
  readonly file?: ReportedStatus;
  readonly blocks?: readonly (ReportedStatus & {
    readonly blockId: string;
    readonly transfers?: readonly (ReportedStatus & { readonly id: string; readonly instructionId?: string })[];
  })[];
};

/** Returns a pain.002 report in its schema's element order. */
export function renderReport(content: ReportContent): string {
  const { version = '10', reportId = 'PSR-1', batchId, about = 'pain.001.001.09', file = {}, blocks = [] } = content;
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.${version}"><CstmrPmtStsRpt>
<GrpHdr><MsgId>${reportId}</MsgId><CreDtTm>2026-11-21T12:00:00Z</CreDtTm></GrpHdr>
<OrgnlGrpInfAndSts><OrgnlMsgId>${batchId}</OrgnlMsgId><OrgnlMsgNmId>${about}</OrgnlMsgNmId>${renderStatus('GrpSts', file)}</OrgnlGrpInfAndSts>
${blocks
  .map(
    (block) => `<OrgnlPmtInfAndSts><OrgnlPmtInfId>${block.blockId}</OrgnlPmtInfId>${renderStatus('PmtInfSts', block)}
${(block.transfers ?? [])
  .map(
    (transfer) =>
      `<TxInfAndSts><OrgnlInstrId>${transfer.instructionId ?? transfer.id}</OrgnlInstrId><OrgnlEndToEndId>${transfer.id}</OrgnlEndToEndId>${renderStatus('TxSts', transfer)}</TxInfAndSts>`,
  )
  .join('\n')}</OrgnlPmtInfAndSts>`,
  )
  .join('\n')}
</CstmrPmtStsRpt></Document>`;
}

function renderStatus(element: string, { status, code, bankText }: ReportedStatus): string {
  const why = [code && `<Rsn><Cd>${code}</Cd></Rsn>`, bankText && `<AddtlInf>${bankText}</AddtlInf>`].join('');
  return [status && `<${element}>${status}</${element}>`, why && `<StsRsnInf>${why}</StsRsnInf>`].join('');
}
