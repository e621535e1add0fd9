import sql from 'sql-template-tag';
import type { Queryable } from '../platform/database/database.ts';
import type { ShownCard } from './cards/savedCardStore.ts';
import type { LiveSession } from './sessions/sessionStore.ts';

export async function readAccountCreatedAt(database: Queryable, buyerId: string): Promise<Date> {
  const { createdAt } = await database.one<{ createdAt: Date }>(
    sql`select created_at from buyers where id = ${buyerId}`,
  );
  return createdAt;
}

export type ExportedSession = Omit<LiveSession, 'id' | 'sessionId'>;

/** Returns all sessions, ended ones too, newest first. */
export async function listSessions(database: Queryable, buyerId: string): Promise<ExportedSession[]> {
  return database.many<ExportedSession>(sql`
    select browser, system, country, created_at, last_seen_at from sessions
    where buyer_id = ${buyerId} order by created_at desc, id desc`);
}

export type ExportedIdentityCheck = { readonly provider: string; readonly status: string; readonly updatedAt: Date };

export async function findExportedIdentityCheck(
  database: Queryable,
  buyerId: string,
): Promise<ExportedIdentityCheck | undefined> {
  return database.maybeOne<ExportedIdentityCheck>(
    sql`select provider, status, updated_at from identity_checks where buyer_id = ${buyerId}`,
  );
}

/** Returns the checks that later requests for a document have replaced, newest first. */
export async function listReplacedIdentityChecks(
  database: Queryable,
  buyerId: string,
): Promise<ExportedIdentityCheck[]> {
  return database.many<ExportedIdentityCheck>(sql`
    select provider, status, updated_at from replaced_identity_checks where buyer_id = ${buyerId} order by id desc`);
}

export type StatusChange = { readonly status: string; readonly at: Date };

/** Returns the status changes of a buyer's orders, by order id. */
export async function listTimelines(
  database: Queryable,
  buyerId: string,
): Promise<ReadonlyMap<number, readonly StatusChange[]>> {
  const rows = await database.many<StatusChange & { orderId: number }>(sql`
    select e.order_id, e.to_status as status, e.at
    from order_events e join orders o on o.id = e.order_id
    where o.buyer_id = ${buyerId} and e.to_status <> e.from_status and not e.unexpected
    order by e.order_id, e.sequence`);
  return Map.groupBy(rows, ({ orderId }) => orderId);
}

/** Returns the saved cards without the ids that charge them. */
export async function listExportedCards(database: Queryable, buyerId: string): Promise<ShownCard[]> {
  return database.many<ShownCard>(sql`
    select id, brand, last4, expiry_month, expiry_year from saved_cards
    where buyer_id = ${buyerId} and deleted_at is null order by created_at desc`);
}
