import sql from 'sql-template-tag';
import type { Queryable, Transaction } from '../../platform/database/database.ts';

/** A purchase at a provider, as it can be asked about there. */
export type KnownPurchase = { readonly providerOrderId: string; readonly accessToken: string | null };

type ToldPurchase = KnownPurchase & { readonly provider: string; readonly orderId: number };

/** The first order that it was told of keeps it: a message posted to another order's address takes nothing from it. */
export async function keepPurchase(transaction: Transaction, purchase: ToldPurchase): Promise<void> {
  const { provider, providerOrderId, orderId, accessToken } = purchase;
  await transaction.run(sql`
    insert into provider_purchases (provider, provider_order_id, order_id, access_token, heard_at)
    values (${provider}, ${providerOrderId}, ${orderId}, ${accessToken}, slipway_now())
    on conflict (provider, provider_order_id) do nothing`);
}

/** Beside the current one: nobody begins more of them for one order by mistake. */
const ASKED_ABOUT = 5;

/**
 * Those to ask about now: the one that the order stands on, always, and the others in turn. Those that go elsewhere are not
 * asked about again. So however many are told of as one order push its own out.
 */
export async function purchasesOf(database: Queryable, orderId: number): Promise<KnownPurchase[]> {
  return database.many<KnownPurchase>(sql`
    with known as (
      select told.*, told.provider_order_id = kept.provider_order_id as is_current from provider_purchases told
      join provider_orders kept using (order_id) where told.order_id = ${orderId} and not told.is_foreign)
    (select provider_order_id as "providerOrderId", access_token as "accessToken" from known where is_current)
    union all
    (select provider_order_id, access_token from known where is_current is not true
      order by asked_at nulls first, heard_at limit ${ASKED_ABOUT})`);
}

type AskedPurchase = { readonly providerOrderId: string; readonly isForeign: boolean };

/** What asking has shown. Where a purchase goes does not change: one that goes elsewhere once does so for good. */
export async function noteAsked(
  database: Queryable,
  { provider, orderId }: Pick<ToldPurchase, 'provider' | 'orderId'>,
  asked: readonly AskedPurchase[],
): Promise<void> {
  if (asked.length === 0) return;
  const ids = asked.map(({ providerOrderId }) => providerOrderId);
  const foreign = asked.flatMap(({ providerOrderId, isForeign }) => (isForeign ? [providerOrderId] : []));
  await database.run(sql`
    update provider_purchases set asked_at = slipway_now(), is_foreign = provider_order_id = any(${foreign}::text[])
    where provider = ${provider} and order_id = ${orderId} and provider_order_id = any(${ids}::text[])`);
}
