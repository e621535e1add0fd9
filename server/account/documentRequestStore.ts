import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../platform/database/database.ts';

/** How long a document is asked for, when nobody shows one. */
export const DOCUMENT_ASKED_DAYS = 30;

/** Until when the buyer is asked to show a document, whatever they buy; undefined where nobody has asked. */
export async function documentAskedUntil(database: Queryable, buyerId: string): Promise<Date | undefined> {
  const found = await database.maybeOne<{ until: Date }>(sql`
    select lapses_at as until from document_requests where buyer_id = ${buyerId} and lapses_at > slipway_now()`);
  return found?.until;
}

export async function insertDocumentRequest(
  transaction: Transaction,
  { buyerId, requestId }: { readonly buyerId: string; readonly requestId: number },
): Promise<Date> {
  const { until } = await transaction.one<{ until: Date }>(sql`
    insert into document_requests (buyer_id, request_id, asked_at, lapses_at)
    values (${buyerId}, ${requestId}, slipway_now(), slipway_now() + ${DOCUMENT_ASKED_DAYS} * interval '1 day')
    on conflict (buyer_id) do update set request_id = excluded.request_id, asked_at = excluded.asked_at,
      lapses_at = excluded.lapses_at
    returning lapses_at as until`);
  return until;
}

/** A document was accepted, or the time is over. */
export async function endDocumentRequest(database: Queryable, buyerId: string): Promise<void> {
  await database.run(sql`delete from document_requests where buyer_id = ${buyerId}`);
}

/** For a worker to repeat. */
export async function sweepDocumentRequests(database: Queryable): Promise<void> {
  await database.run(sql`delete from document_requests where lapses_at <= slipway_now()`);
}
