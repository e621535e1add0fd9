import { CommandError } from '../../action/commandError.ts';
import type { OperatorRequest } from '../../action/requests/requestStore.ts';
import type { Account } from '../../ledger/account.ts';
import { appendAuditLine } from '../../platform/audit/auditStore.ts';
import type { Transaction } from '../../platform/database/database.ts';

/** The ledger account for each value of `--as`, which classifies an unmatched booking. */
export type AccountsByKind = Readonly<Record<string, Account>>;

/** Converts a value of `--as` to the ledger's entry kind (`acquirer-fee`: `acquirer_fee`). */
export function toEntryKind(as: string): string {
  return as.replaceAll('-', '_');
}

export function buildUnknownKindError(kinds: readonly string[]): CommandError {
  return new CommandError(`give its kind, --as ${kinds.join(' | ')}`);
}

export async function auditBooking(
  { who, why }: OperatorRequest,
  transaction: Transaction,
  subject: string,
  after: Readonly<Record<string, string>>,
): Promise<void> {
  await appendAuditLine(transaction, { who, why, approvedBy: null, action: 'book', subject, before: null, after });
}
