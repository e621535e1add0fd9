import { z } from 'zod';
import type { BankFileResult, BankFiles, ListedTransfer } from '../bankPort.ts';
import { readBankFile } from './bankFile.ts';
import { readStatementFile } from './camt.ts';
import { repeatedElement, textElement } from './elements.ts';
import { readInWorkerThread } from './readInWorkerThread.ts';
import { readReportFile } from './readReport.ts';
import { readTransferFile } from './readTransferFile.ts';
import { writeTransferFile } from './writeTransferFile.ts';
import { readXmlDocument } from './xmlDocument.ts';

const transferFileSchema = z.object({
  Document: z.object({
    CstmrCdtTrfInitn: z.object({
      PmtInf: repeatedElement(
        z.object({
          PmtInfId: textElement,
          CdtTrfTxInf: repeatedElement(z.object({ PmtId: z.object({ EndToEndId: textElement }) })),
        }),
      ),
    }),
  }),
});

/** Returns the transfers of a pain.001 file. Throws for another kind of file. */
function listTransfers(bytes: Uint8Array): ListedTransfer[] {
  const { PmtInf } = transferFileSchema.parse(readXmlDocument(bytes).content).Document.CstmrCdtTrfInitn;
  return PmtInf.flatMap(({ PmtInfId, CdtTrfTxInf }) =>
    CdtTrfTxInf.map(({ PmtId }) => ({ blockId: PmtInfId, transferId: PmtId.EndToEndId })),
  );
}

/** Largest file that is read synchronously: for any content, this takes less time than starting a thread. */
const SYNCHRONOUS_BYTES = 32 * 1024;

/**
 * Creates the reader and writer of ISO 20022 files that banks exchange with their customers, by EBICS, SFTP or
 * otherwise.
 */
export function createIso20022Files(): BankFiles {
  let previousRead: Promise<unknown> = Promise.resolve();
  /** Reads files one after another, since each may use the whole memory limit. */
  function readInTurn(bytes: Uint8Array): Promise<BankFileResult> {
    const reading = previousRead.then(() => readInWorkerThread(bytes));
    previousRead = reading.catch(() => undefined);
    return reading;
  }
  return {
    id: 'iso20022',
    read: async (bytes) => (bytes.length <= SYNCHRONOUS_BYTES ? readBankFile(bytes) : readInTurn(bytes)),
    readStatements: readStatementFile,
    readReport: readReportFile,
    writeTransfers: writeTransferFile,
    listTransfers,
    readTransfers: readTransferFile,
  };
}
