import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';

/** Duration of a document request. */
export const DOCUMENT_REQUEST_DAYS = 30;

/** Returns until when a document is required for any purchase; undefined if none is requested. */
export async function findDocumentRequestEnd(database: Queryable, buyerId: string): Promise<Date | undefined> {
  const found = await database.maybeOne<{ until: Date }>(sql`
    select expires_at as until from document_requests where buyer_id = ${buyerId} and expires_at > slipway_now()`);
  return found?.until;
}

/** Requests a document from a buyer, replacing an earlier request. Returns until when. */
export async function insertDocumentRequest(
  transaction: Transaction,
  { buyerId, requestId }: { readonly buyerId: string; readonly requestId: number },
): Promise<Date> {
  const { until } = await transaction.one<{ until: Date }>(sql`
    insert into document_requests (buyer_id, request_id, requested_at, expires_at)
    values (${buyerId}, ${requestId}, slipway_now(), slipway_now() + ${DOCUMENT_REQUEST_DAYS} * interval '1 day')
    on conflict (buyer_id) do update set request_id = excluded.request_id, requested_at = excluded.requested_at,
      expires_at = excluded.expires_at
    returning expires_at as until`);
  return until;
}

/** Deletes a buyer's document request. Call it once a document was accepted, or two people have set level 2. */
export async function deleteDocumentRequest(database: Queryable, buyerId: string): Promise<void> {
  await database.run(sql`delete from document_requests where buyer_id = ${buyerId}`);
}

/** Deletes expired document requests. Run periodically by the worker. */
export async function deleteExpiredDocumentRequests(database: Queryable): Promise<void> {
  await database.run(sql`delete from document_requests where expires_at <= slipway_now()`);
}
