import { z } from 'zod';
import type { ReportReading } from '../bankPort.ts';
import type { TransferReport, TransferWord } from '../transferReports.ts';
import { element, list, moment, reason, text } from './elements.ts';
import { refused, refusedFor } from './refusedFile.ts';
import { DocumentTypeError, NoDocumentError, readXmlDocument, versionOf, type XmlDocument } from './xmlDocument.ts';

const VERSIONS = new Set(['03', '10', '11', '12', '13', '14']);

/** Where there is no id, banks write this. */
const NO_ID = 'NOTPROVIDED';

const reasons = list(z.object({ Rsn: element(reason), AddtlInf: list(text) }));

const transfer = z.object({
  OrgnlInstrId: element(text),
  OrgnlEndToEndId: element(text),
  TxSts: element(text),
  StsRsnInf: reasons,
});

const block = z.object({
  OrgnlPmtInfId: element(text),
  PmtInfSts: element(text),
  StsRsnInf: reasons,
  TxInfAndSts: list(transfer),
});

const report = z.object({
  GrpHdr: z.object({ MsgId: text.pipe(z.string().min(1)), CreDtTm: moment }),
  OrgnlGrpInfAndSts: z.object({
    OrgnlMsgId: text,
    OrgnlMsgNmId: element(text),
    GrpSts: element(text),
    StsRsnInf: reasons,
  }),
  OrgnlPmtInfAndSts: list(block),
});

const root = z.object({ Document: z.object({ CstmrPmtStsRpt: z.unknown() }) });
const reportDocument = z.object({ Document: z.object({ CstmrPmtStsRpt: report }) });

/** As {@link readReport}, of bytes; undefined for what is no document either. Never throws. */
export function readReportFile(bytes: Uint8Array): ReportReading | undefined {
  try {
    return readReport(readXmlDocument(bytes));
  } catch (error) {
    return error instanceof NoDocumentError || error instanceof DocumentTypeError ? undefined : refusedFor(error);
  }
}

/**
 * Reads a pain.002 customer payment status report (www.iso20022.org, Payments Initiation) in the versions 001.03 and
 * 001.10 to .14, which are alike in what is read. Undefined for whatever is none. Throws what `refusedFor` takes.
 */
export function readReport(document: XmlDocument): ReportReading | undefined {
  const { content } = document;
  if (root.safeParse(content).data?.Document.CstmrPmtStsRpt === undefined) return undefined;
  const version = versionOf(document, 'pain.002.001.');
  if (!version || !VERSIONS.has(version)) return refused('unsupported_version', `version ${version ?? 'unknown'}`);
  return { kind: 'ok', value: present(reportDocument.parse(content).Document.CstmrPmtStsRpt) };
}

function present({ GrpHdr, OrgnlGrpInfAndSts: file, OrgnlPmtInfAndSts }: z.output<typeof report>): TransferReport {
  return {
    reportId: GrpHdr.MsgId,
    createdAt: GrpHdr.CreDtTm,
    batchId: file.OrgnlMsgId,
    about: file.OrgnlMsgNmId ?? '',
    file: wordOf(file.GrpSts, file.StsRsnInf),
    blocks: OrgnlPmtInfAndSts.map(({ OrgnlPmtInfId, PmtInfSts, StsRsnInf, TxInfAndSts }) => ({
      blockId: isId(OrgnlPmtInfId) ? OrgnlPmtInfId : '',
      ...wordOf(PmtInfSts, StsRsnInf),
      transfers: TxInfAndSts.map((told) => ({
        ids: [...new Set([told.OrgnlInstrId, told.OrgnlEndToEndId])].filter(isId),
        ...wordOf(told.TxSts, told.StsRsnInf),
      })),
    })),
  };
}

function isId(word: string | undefined): word is string {
  return word !== undefined && word !== '' && word !== NO_ID;
}

function wordOf(status = '', told: z.output<typeof reasons>): TransferWord {
  return {
    status,
    reason: told
      .map(({ Rsn }) => Rsn ?? '')
      .filter((code) => code !== '')
      .join(', '),
    words: told
      .flatMap(({ AddtlInf }) => AddtlInf)
      .join(' ')
      .trim(),
  };
}
