import sql, { join, type Sql } from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

/**
 * A record with the searched identifier. `by`: the kind of identifier; `note`: the status of a refund or bank booking. `orderId`
 * is null for money that belongs to no order.
 */
export type FoundRecord = { readonly by: string; readonly orderId: number | null; readonly note: string };

/** The query for each kind of identifier, typed as stored or as printed, by which an order can be found. Each uses an index. */
const lookups: Readonly<Record<string, (name: string) => Sql>> = {
  'an order number': (name) => sql`
    select id, '' from orders where order_no in (${name}, ${name.toUpperCase()})`,
  'a transaction on a chain': (name) => sql`
    select p.order_id, '' from payout_variants v join payouts p on p.batch_id = v.payout_id
    where v.transaction_id in (${name}, ${name.toLowerCase()})`,
  'a payment at the acquirer': (name) => sql`
    select order_id, '' from payment_attempts where payment_id = ${name}`,
  'a refund at the acquirer': (name) => sql`
    select order_id, '' from refunds where acquirer_refund_id = ${name}
    union all select order_id, 'made by hand' from external_refunds where acquirer_refund_id = ${name}`,
  'a dispute at the acquirer': (name) => sql`
    select order_id, '' from disputes where id = ${name}`,
  'the reference of a transfer': (name) => sql`
    select id, '' from orders where transfer_reference = ${name.replaceAll(/\s/g, '').toUpperCase()}`,
  'a payment attempt': (name) => sql`
    select order_id, '' from payment_attempts where id = ${name}`,
  'a payout': (name) => sql`
    select order_id, '' from payouts where id = ${name}`,
  'a refund': (name) => sql`
    select order_id, status || ', ' || purpose from refunds where id = ${name}`,
  'a purchase at the exchange': (name) => sql`
    select order_id, '' from conversions where client_order_id = ${name}`,
  'a bank booking': (name) => sql`
    select order_id, status || coalesce(', ' || reason, '') from bank_entries where id = ${name}`,
  "a buyer's email": (name) => sql`
    select o.id, '' from buyers b join orders o on o.buyer_id = b.id where b.email = ${name.toLowerCase()}`,
};

/** The kinds of identifiers, for messages. */
export const identifierKinds: readonly string[] = Object.keys(lookups);

/** Returns every record with this identifier, of any kind. */
export async function findByIdentifier(database: Queryable, name: string): Promise<FoundRecord[]> {
  const parts = Object.entries(lookups).map(
    ([by, lookup]) => sql`select ${by}::text as by, found.* from (${lookup(name)}) as found ("orderId", note)`,
  );
  return database.many<FoundRecord>(join(parts, ' union all '));
}
