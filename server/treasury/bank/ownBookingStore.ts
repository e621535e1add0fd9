import sql from 'sql-template-tag';
import type { Transaction } from '../../platform/database/database.ts';
import type { BookingKindName } from './bookingKinds.ts';

/** Classifications of a booking that belongs to no order: the operator's own money, or a payment of a partner's shares. */
type OwnKind = BookingKindName | 'partner-shares';

/** Marks an unallocated booking as the operator's own money of that kind. */
export async function markOwnBooking(transaction: Transaction, entryId: string, kind: OwnKind): Promise<void> {
  await transaction.run(sql`
    update bank_entries set status = 'treasury', reason = ${kind}, handled_at = slipway_now()
    where id = ${entryId} and status = 'unallocated'`);
}

/**
 * Undoes {@link markOwnBooking}; an acquirer's payout of that booking is in transit again. Returns false if the booking is not
 * marked.
 */
export async function unmarkOwnBooking(transaction: Transaction, entryId: string): Promise<boolean> {
  const changed = await transaction.run(sql`
    update bank_entries set status = 'unallocated', reason = 'booking_reversed', handled_at = null
    where id = ${entryId} and status = 'treasury'`);
  await transaction.run(sql`update acquirer_lines set arrived_in = null where arrived_in = ${entryId}`);
  return changed > 0;
}
