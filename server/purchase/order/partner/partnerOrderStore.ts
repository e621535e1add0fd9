import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '../../../platform/database/database.ts';

/** Returns the id of a partner's order; undefined if the order belongs to another partner or does not exist. */
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

export type PartnerOrderQuery = {
  /** The id of an order: only older orders are listed. */
  readonly before: number | undefined;
  readonly reference?: string | undefined;
  readonly sessionId?: string | undefined;
  readonly limit: number;
};

/** Returns order ids, newest first. */
export async function listPartnerOrderIds(
  database: Queryable,
  partnerId: string,
  { before, reference, sessionId, limit }: PartnerOrderQuery,
): Promise<number[]> {
  const conditions: Sql[] = [
    sql`partner_id = ${partnerId} and partner_id <> '0'`,
    ...(before === undefined ? [] : [sql`id < ${before}`]),
    ...(sessionId === undefined ? [] : [sql`partner_session = ${sessionId} and partner_session <> ''`]),
    ...(reference === undefined ? [] : [sql`reference = ${reference} and reference <> ''`]),
  ];
  const where = conditions.reduce((all, condition) => sql`${all} and ${condition}`);
  const rows = await database.many<{ id: number }>(
    sql`select id from orders where ${where} order by id desc limit ${limit}`,
  );
  return rows.map(({ id }) => id);
}
