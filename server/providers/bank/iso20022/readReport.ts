import { z } from 'zod';
import type { ReportResult } from '../bankPort.ts';
import type { TransferReport, TransferStatus } from '../transferReports.ts';
import { dateTimeElement, optionalElement, reasonElement, repeatedElement, textElement } from './elements.ts';
import { refuseFile, toFileRefusal } from './refusedFile.ts';
import {
  DocumentTypeError,
  findMessageVersion,
  NoDocumentError,
  readXmlDocument,
  type XmlDocument,
} from './xmlDocument.ts';

const VERSIONS = new Set(['03', '10', '11', '12', '13', '14']);

/** Placeholder of banks for a missing id. */
const NO_ID = 'NOTPROVIDED';

const reasons = repeatedElement(
  z.object({ Rsn: optionalElement(reasonElement), AddtlInf: repeatedElement(textElement) }),
);

const transferElement = z.object({
  OrgnlInstrId: optionalElement(textElement),
  OrgnlEndToEndId: optionalElement(textElement),
  TxSts: optionalElement(textElement),
  StsRsnInf: reasons,
});

const block = z.object({
  OrgnlPmtInfId: optionalElement(textElement),
  PmtInfSts: optionalElement(textElement),
  StsRsnInf: reasons,
  TxInfAndSts: repeatedElement(transferElement),
});

const report = z.object({
  GrpHdr: z.object({ MsgId: textElement.pipe(z.string().min(1)), CreDtTm: dateTimeElement }),
  OrgnlGrpInfAndSts: z.object({
    OrgnlMsgId: textElement,
    OrgnlMsgNmId: optionalElement(textElement),
    GrpSts: optionalElement(textElement),
    StsRsnInf: reasons,
  }),
  OrgnlPmtInfAndSts: repeatedElement(block),
});

const root = z.object({ Document: z.object({ CstmrPmtStsRpt: z.unknown() }) });
const reportDocument = z.object({ Document: z.object({ CstmrPmtStsRpt: report }) });

/** Like {@link readReport}, from bytes. Also undefined if they are no XML document or have a DTD. Never throws. */
export function readReportFile(bytes: Uint8Array): ReportResult | undefined {
  try {
    return readReport(readXmlDocument(bytes));
  } catch (error) {
    return error instanceof NoDocumentError || error instanceof DocumentTypeError ? undefined : toFileRefusal(error);
  }
}

/**
 * Reads a pain.002 customer payment status report (www.iso20022.org, Payments Initiation) in the versions 001.03 and
 * 001.10 to .14, whose used parts are the same. Refuses other versions; returns undefined for any other document. Throws
 * the errors that {@link toFileRefusal} maps.
 */
export function readReport(document: XmlDocument): ReportResult | undefined {
  const { content } = document;
  if (root.safeParse(content).data?.Document.CstmrPmtStsRpt === undefined) return undefined;
  const version = findMessageVersion(document, 'pain.002.001.');
  if (!version || !VERSIONS.has(version)) return refuseFile('unsupported_version', `version ${version ?? 'unknown'}`);
  return { kind: 'ok', value: toTransferReport(reportDocument.parse(content).Document.CstmrPmtStsRpt) };
}

function toTransferReport({
  GrpHdr,
  OrgnlGrpInfAndSts: file,
  OrgnlPmtInfAndSts,
}: z.output<typeof report>): TransferReport {
  return {
    reportId: GrpHdr.MsgId,
    createdAt: GrpHdr.CreDtTm,
    batchId: file.OrgnlMsgId,
    reportedMessageType: file.OrgnlMsgNmId ?? '',
    file: toTransferStatus(file.GrpSts, file.StsRsnInf),
    blocks: OrgnlPmtInfAndSts.map(({ OrgnlPmtInfId, PmtInfSts, StsRsnInf, TxInfAndSts }) => ({
      blockId: isId(OrgnlPmtInfId) ? OrgnlPmtInfId : '',
      ...toTransferStatus(PmtInfSts, StsRsnInf),
      transfers: TxInfAndSts.map((transfer) => ({
        ids: [...new Set([transfer.OrgnlInstrId, transfer.OrgnlEndToEndId])].filter(isId),
        ...toTransferStatus(transfer.TxSts, transfer.StsRsnInf),
      })),
    })),
  };
}

function isId(id: string | undefined): id is string {
  return id !== undefined && id !== '' && id !== NO_ID;
}

function toTransferStatus(status = '', statusReasons: z.output<typeof reasons>): TransferStatus {
  return {
    status,
    reason: statusReasons
      .map(({ Rsn }) => Rsn ?? '')
      .filter((code) => code !== '')
      .join(', '),
    bankText: statusReasons
      .flatMap(({ AddtlInf }) => AddtlInf)
      .join(' ')
      .trim(),
  };
}
