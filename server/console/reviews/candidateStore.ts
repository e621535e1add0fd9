import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

const MOST_OF_AMOUNT = 20;
const MOST_OPEN = 200;

/**
 * Returns orders that a payment of this currency and amount may be for: the newest orders that wait for a transfer, and the
 * newest orders paid by transfer, in any status, of exactly this amount.
 */
export async function findCandidateOrderIds(
  database: Queryable,
  { currency, units }: { readonly currency: string; readonly units: bigint },
): Promise<number[]> {
  const rows = await database.many<{ id: number }>(sql`
    (select id from orders
      where pay_currency = ${currency} and pay_units = ${units.toString()}::numeric and transfer_reference is not null
      order by pay_currency, pay_units, id desc limit ${MOST_OF_AMOUNT})
    union
    (select id from orders
      where status = 'awaiting_payment' and pay_currency = ${currency} and transfer_reference is not null
      order by created_at desc, id desc limit ${MOST_OPEN})`);
  return rows.map(({ id }) => id);
}
