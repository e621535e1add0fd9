import sql, { join } from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import { marginAccounts } from '../figures/marginLines.ts';

export type OrderMargin = { readonly orderId: number; readonly asset: string; readonly units: bigint };

/** Returns each order's margin per asset from the ledger, where credits are negative. Margins of zero are left out. */
export async function readOrderMargins(database: Queryable, orderIds: readonly number[]): Promise<OrderMargin[]> {
  if (orderIds.length === 0) return [];
  return database.many<OrderMargin>(sql`
    select l.order_id, l.asset, sum(l.units) as units from ledger_postings l
    where l.order_id in (${join([...orderIds])}) and l.account = any(${[...marginAccounts]})
    group by 1, 2 having sum(l.units) <> 0 order by 1, 2`);
}
