import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

/** A partner's own order; undefined for everybody else's as for one that there is not, by the same query. */
export async function findPartnerOrder(
  database: Queryable,
  partnerId: string,
  orderNo: string,
): Promise<number | undefined> {
  const row = await database.maybeOne<{ id: number }>(
    sql`select id from orders where order_no = ${orderNo} and partner_id = ${partnerId}`,
  );
  return row?.id;
}
