import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLog } from '../platform/log/log.ts';
import type { BankStatement, FileReading } from '../providers/bank/bankPort.ts';
import type { TransferReport } from '../providers/bank/transferReports.ts';
import { plainAccount } from '../purchase/payment/plainAccount.ts';
import { OWN_ACCOUNT } from '../purchase/refund/testBank.testing.ts';
import { type BankSightOptions, createBankSight } from './bankSight.ts';

/** The account of these tests, and the one of the worker's. */
const OWN_ACCOUNTS: ReadonlySet<string> = new Set(['DE1', plainAccount(OWN_ACCOUNT)]);

/** A folder of a bank whose files hold what they say as JSON: reading a bank's own format has its own tests. */
export async function openBankFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'bank-sight-'));
  const files = {
    read: async (bytes: Uint8Array): Promise<FileReading> => {
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
    /** As a signer that has just started sees it. */
    sight: ({ statementNumbers = 'counted' }: Partial<Pick<BankSightOptions, 'statementNumbers'>> = {}) =>
      createBankSight({
        folder,
        ownAccounts: () => OWN_ACCOUNTS,
        statementNumbers,
        files,
        log: createLog('silent'),
      }),
    async lay(name: string, content: readonly BankStatement[] | TransferReport): Promise<void> {
      const text = JSON.stringify(content, (_name, each: unknown) => (typeof each === 'bigint' ? String(each) : each));
      await writeFile(join(folder, name), text);
    },
  };
}
