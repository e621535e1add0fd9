import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../../platform/database/database.ts';

/** A debit for which the bank reported only the sum, in minor units, and the number of its transactions. */
export type UnitemisedDebit = {
  readonly id: string;
  readonly account: string;
  readonly currency: string;
  readonly units: bigint;
  readonly unitemized: number;
};

/** Returns the unsettled debits of which the bank reported only the sum, oldest first. */
export async function listUnitemisedDebits(database: Queryable, limit: number): Promise<UnitemisedDebit[]> {
  return database.many<UnitemisedDebit>(sql`
    select id, account, currency, units, unitemized from bank_entries
    where unitemized > 0 and direction = 'debit' and not reversal and status in ('new', 'unallocated')
    order by created_at limit ${limit}`);
}

/** Inserts the parts of a booking, each with a refund's id and the statement or notification that reported the whole. */
export async function insertBookingParts(
  transaction: Transaction,
  wholeId: string,
  parts: readonly { readonly refundId: string; readonly units: bigint }[],
): Promise<void> {
  const rows = JSON.stringify(parts.map(({ refundId, units }) => ({ refund: refundId, units: String(units) })));
  await transaction.run(sql`
    insert into bank_entries (id, statement_hash, account, direction, reversal, currency, units, booked_on, reference,
      transaction_id, return_reason, end_to_end_id, batch_reference, batch_units, status, stated_in, notified, created_at)
    select w.id || '/' || p.refund, w.statement_hash, w.account, w.direction, w.reversal, w.currency, p.units, w.booked_on,
      '', '', '', p.refund, w.reference, w.units, 'new', w.stated_in, w.notified, slipway_now()
    from bank_entries w, jsonb_to_recordset(${rows}::jsonb) as p (refund text, units numeric) where w.id = ${wholeId}`);
}
