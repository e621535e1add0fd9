import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '../../platform/log/log.ts';
import type { BankFileResult, BankStatement } from '../../providers/bank/bankPort.ts';
import type { TransferReport } from '../../providers/bank/transferReports.ts';
import { normalizeAccountNumber } from '../../purchase/payment/normalizeAccountNumber.ts';
import { OWN_ACCOUNT } from '../../purchase/refund/testBank.testing.ts';
import { type BankFileReaderOptions, createBankFileReader } from './bankFileReader.ts';

/** The account of these tests, and the worker's account. */
const OWN_ACCOUNTS: ReadonlySet<string> = new Set(['DE1', normalizeAccountNumber(OWN_ACCOUNT)]);

/** Opens a bank folder whose files contain statements as JSON: other tests cover the banks' own formats. */
export async function openBankFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'bank-files-'));
  const files = {
    read: async (bytes: Uint8Array): Promise<BankFileResult> => {
      const text = Buffer.from(bytes).toString();
      if (text === 'broken') return { kind: 'refused', reason: 'not_a_statement', detail: '' };
      const value = JSON.parse(text, (name, each) => (name === 'units' ? BigInt(each as string) : each)) as
        | BankStatement[]
        | TransferReport;
      return Array.isArray(value) ? { kind: 'statements', value } : { kind: 'report', value };
    },
  };
  return {
    folder,
    read: files.read,
    /** Creates the reader as a signer that has just started. */
    createReader: ({ statementNumbers = 'counted' }: Partial<Pick<BankFileReaderOptions, 'statementNumbers'>> = {}) =>
      createBankFileReader({
        folder,
        ownAccounts: () => OWN_ACCOUNTS,
        statementNumbers,
        files,
        log: createLog('silent'),
      }),
    async writeBankFile(name: string, content: readonly BankStatement[] | TransferReport): Promise<void> {
      const text = JSON.stringify(content, (_name, each: unknown) => (typeof each === 'bigint' ? String(each) : each));
      await writeFile(join(folder, name), text);
    },
  };
}
