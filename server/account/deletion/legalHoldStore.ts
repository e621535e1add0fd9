import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';

/** Keeps the account's data for this case until {@link removeLegalHold}. The account must be locked. */
export async function addLegalHold(transaction: Transaction, buyerId: string, reference: string): Promise<void> {
  await transaction.run(sql`
    update buyers set legal_hold_cases = array_append(legal_hold_cases, ${reference}) where id = ${buyerId}`);
}

/** Ends the hold for this case. Without another case, a closed account can again be erased when it is due. */
export async function removeLegalHold(transaction: Transaction, buyerId: string, reference: string): Promise<void> {
  await transaction.run(sql`
    update buyers set legal_hold_cases = array_remove(legal_hold_cases, ${reference}) where id = ${buyerId}`);
}
