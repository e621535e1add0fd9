import type { BankFiles } from '../bankPort.ts';
import { readStatementFile } from './camt.ts';
import { listTransfers } from './listTransfers.ts';
import { writeTransferFile } from './pain.ts';
import { readReportFile } from './transferReport.ts';

/** The files of ISO 20022 that banks exchange with their customers, by EBICS, SFTP or otherwise. */
export function createIso20022Files(): BankFiles {
  return {
    id: 'iso20022',
    readStatements: readStatementFile,
    readReport: readReportFile,
    writeTransfers: writeTransferFile,
    listTransfers,
  };
}
