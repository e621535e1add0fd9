import type { BankFiles, FileReading } from '../bankPort.ts';
import { readBankFile } from './bankFile.ts';
import { readStatementFile } from './camt.ts';
import { listTransfers } from './listTransfers.ts';
import { writeTransferFile } from './pain.ts';
import { readBeside } from './readBeside.ts';
import { readTransferFile } from './readTransferFile.ts';
import { readReportFile } from './transferReport.ts';

/** Read before a thread would have begun, in a few milliseconds, whatever is in it. */
const AT_ONCE_BYTES = 32 * 1024;

/** The files of ISO 20022 that banks exchange with their customers, by EBICS, SFTP or otherwise. */
export function createIso20022Files(): BankFiles {
  let before: Promise<unknown> = Promise.resolve();
  /** One after the other: each may take as much memory as is allowed. */
  function readInTurn(bytes: Uint8Array): Promise<FileReading> {
    const turn = before.then(() => readBeside(bytes));
    before = turn.catch(() => undefined);
    return turn;
  }
  return {
    id: 'iso20022',
    read: async (bytes) => (bytes.length <= AT_ONCE_BYTES ? readBankFile(bytes) : readInTurn(bytes)),
    readStatements: readStatementFile,
    readReport: readReportFile,
    writeTransfers: writeTransferFile,
    listTransfers,
    readTransfers: readTransferFile,
  };
}
