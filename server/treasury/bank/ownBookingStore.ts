import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import type { BookingKindName } from './bookingKinds.ts';

/** A booking that is of no order: what the operator's own money did, or a partner's shares that were paid. */
type OwnKind = BookingKindName | 'partner-shares';

/** The booking waits for nobody any more: it is the operator's own money, of that kind. */
export async function markOwn(transaction: Transaction, entryId: string, kind: OwnKind): Promise<void> {
  await transaction.run(sql`
    update bank_entries set status = 'treasury', reason = ${kind}, handled_at = slipway_now()
    where id = ${entryId} and status = 'unallocated'`);
}
