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

/** As it was before {@link markOwn}; the acquirer's payout that it was is on its way again. False when it is nobody's to take back. */
export async function unmarkOwn(transaction: Transaction, entryId: string): Promise<boolean> {
  const changed = await transaction.run(sql`
    update bank_entries set status = 'unallocated', reason = 'booking_reversed', handled_at = null
    where id = ${entryId} and status = 'treasury'`);
  await transaction.run(sql`update acquirer_lines set arrived_in = null where arrived_in = ${entryId}`);
  return changed > 0;
}
