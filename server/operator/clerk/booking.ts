import type { Account } from '../../ledger/account.ts';
import { appendAudit } from '../../platform/audit/auditStore.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { CommandError } from '../commandError.ts';
import type { OperatorRequest } from '../requestStore.ts';

/** Where a booking lies, by the words of the command. */
export type Accounts = Readonly<Record<string, Account>>;

/** The word of the command as the ledger writes kinds. */
export function entryKind(as: string): string {
  return as.replaceAll('-', '_');
}

export function unknownKind(kinds: readonly string[]): CommandError {
  return new CommandError(`say what it is, --as ${kinds.join(' | ')}`);
}

export async function auditBooking(
  { who, why }: OperatorRequest,
  transaction: Transaction,
  subject: string,
  after: Readonly<Record<string, string>>,
): Promise<void> {
  await appendAudit(transaction, { who, why, approvedBy: null, action: 'book', subject, before: null, after });
}
