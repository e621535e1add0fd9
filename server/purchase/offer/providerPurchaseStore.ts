import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';

/** A purchase at a provider, with the credentials to query it. */
export type ProviderPurchase = { readonly providerOrderId: string; readonly accessToken: string | null };

type ReportedPurchase = ProviderPurchase & { readonly provider: string; readonly orderId: number };

/**
 * Stores a purchase for the first order for which it was reported. A later message for another order cannot reassign it.
 */
export async function insertProviderPurchase(transaction: Transaction, purchase: ReportedPurchase): Promise<void> {
  const { provider, providerOrderId, orderId, accessToken } = purchase;
  await transaction.run(sql`
    insert into provider_purchases (provider, provider_order_id, order_id, access_token, reported_at)
    values (${provider}, ${providerOrderId}, ${orderId}, ${accessToken}, slipway_now())
    on conflict (provider, provider_order_id) do nothing`);
}

/** This many purchases of an order are queried in addition to the current one; a buyer starts no more by mistake. */
const MAX_OTHER_QUERIES = 5;

/**
 * Returns the purchases to query now: always the current one, and the others in turn. Purchases to another address are
 * not queried again. So the order's own purchase is queried however many others are reported.
 */
export async function listPurchasesToQuery(database: Queryable, orderId: number): Promise<ProviderPurchase[]> {
  return database.many<ProviderPurchase>(sql`
    with known as (
      select purchase.*, purchase.provider_order_id = stored.provider_order_id as is_current from provider_purchases purchase
      join provider_orders stored using (order_id) where purchase.order_id = ${orderId} and not purchase.is_foreign)
    (select provider_order_id, access_token from known where is_current)
    union all
    (select provider_order_id, access_token from known where is_current is not true
      order by requested_at nulls first, reported_at limit ${MAX_OTHER_QUERIES})`);
}

type QueriedPurchase = { readonly providerOrderId: string; readonly isForeign: boolean };

/** Records the results of queries. A purchase's address never changes, so a purchase to another address stays foreign. */
export async function recordPurchaseQueries(
  database: Queryable,
  { provider, orderId }: Pick<ReportedPurchase, 'provider' | 'orderId'>,
  purchases: readonly QueriedPurchase[],
): Promise<void> {
  if (purchases.length === 0) return;
  const ids = purchases.map(({ providerOrderId }) => providerOrderId);
  const foreign = purchases.flatMap(({ providerOrderId, isForeign }) => (isForeign ? [providerOrderId] : []));
  await database.run(sql`
    update provider_purchases set requested_at = slipway_now(), is_foreign = provider_order_id = any(${foreign}::text[])
    where provider = ${provider} and order_id = ${orderId} and provider_order_id = any(${ids}::text[])`);
}
