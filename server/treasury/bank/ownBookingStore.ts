import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import type { BookingKindName } from './bookingKinds.ts';

/** The booking waits for nobody any more: it is the operator's own money, of that kind. */
export async function markOwn(transaction: Transaction, entryId: string, kind: BookingKindName): Promise<void> {
  await transaction.run(sql`
    update bank_entries set status = 'treasury', reason = ${kind}, handled_at = slipway_now()
    where id = ${entryId} and status = 'unallocated'`);
}
