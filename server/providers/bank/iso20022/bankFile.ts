import type { BankFileResult } from '../bankPort.ts';
import { readStatements } from './camt.ts';
import { readReport } from './readReport.ts';
import { toFileRefusal } from './refusedFile.ts';
import { readXmlDocument } from './xmlDocument.ts';

/** Reads any file of the bank synchronously: a large one takes seconds. Never throws. */
export function readBankFile(bytes: Uint8Array): BankFileResult {
  try {
    const document = readXmlDocument(bytes);
    const report = readReport(document);
    if (report) return report.kind === 'ok' ? { kind: 'report', value: report.value } : report;
    const statements = readStatements(document);
    return statements.kind === 'ok' ? { kind: 'statements', value: statements.value } : statements;
  } catch (error) {
    return toFileRefusal(error);
  }
}
