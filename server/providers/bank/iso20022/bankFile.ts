import type { FileReading } from '../bankPort.ts';
import { readStatements } from './camt.ts';
import { refusedFor } from './refusedFile.ts';
import { readReport } from './transferReport.ts';
import { readXmlDocument } from './xmlDocument.ts';

/** Reads any file of the bank at once: a large one takes seconds. Never throws. */
export function readBankFile(bytes: Uint8Array): FileReading {
  try {
    const document = readXmlDocument(bytes);
    const report = readReport(document);
    if (report) return report.kind === 'ok' ? { kind: 'report', value: report.value } : report;
    const statements = readStatements(document);
    return statements.kind === 'ok' ? { kind: 'statements', value: statements.value } : statements;
  } catch (error) {
    return refusedFor(error);
  }
}
