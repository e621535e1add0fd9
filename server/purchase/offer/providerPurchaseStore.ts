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

/** Nobody begins more of them for one order by mistake. */
const ASKED_ABOUT = 5;

/** Newest first. */
export async function purchasesOf(database: Queryable, orderId: number): Promise<KnownPurchase[]> {
  return database.many<KnownPurchase>(sql`
    select provider_order_id as "providerOrderId", access_token as "accessToken" from provider_purchases
    where order_id = ${orderId} order by heard_at desc limit ${ASKED_ABOUT}`);
}
