import { openOrderStatuses } from '@slipway/contract/entities/orderStatuses.ts';
import { OWN_OFFER_TYPE } from '@slipway/contract/entities/ownOffer.ts';
import type { PayMethod } from '@slipway/contract/entities/payMethods.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

/** The fields of an order that determine its price under other settings, and whether it would have been stopped. */
export type PastOrder = {
  readonly id: number;
  readonly quoteId: string;
  readonly createdAt: Date;
  readonly buyerId: string | null;
  readonly address: string;
  readonly country: string;
  readonly isOwn: boolean;
  readonly payMethod: PayMethod;
  readonly side: 'Pay' | 'Get';
  readonly payCurrency: string;
  readonly payUnits: bigint;
  readonly receiveCurrency: string;
  readonly receiveUnits: bigint;
  readonly processingFeeUnits: bigint;
  readonly networkFeeUnits: bigint;
  readonly referencePrice: string;
  readonly euroCents: bigint;
  /** Money was captured or received. */
  readonly isPaid: boolean;
  /** Money was captured or received, and not refunded. */
  readonly isRetained: boolean;
  /** Delivered, and not disputed unless the dispute was won. */
  readonly isGood: boolean;
};

/**
 * Returns the orders of the last `days` days, oldest first; only the newest ones if there are more than `limit`, which
 * bounds the cost.
 */
export async function listPastOrders(database: Queryable, days: number, limit: number): Promise<PastOrder[]> {
  return database.many<PastOrder>(sql`
    select * from (
      select id, quote_id, created_at as "createdAt", buyer_id, address, country,
        offer_type = ${OWN_OFFER_TYPE} as is_own, pay_method, side, pay_currency,
        pay_units, receive_currency, receive_units,
        processing_fee_units, network_fee_units,
        reference_price, euro_cents,
        captured_units + received_units > 0 as is_paid,
        captured_units + received_units > refunded_units as is_retained,
        status = 'delivered' and dispute in ('none', 'won') as is_good
      from orders order by id desc limit ${limit}
    ) newest
    where "createdAt" > slipway_now() - ${days} * interval '1 day' order by id`);
}

export type CompetingOffer = { readonly quoteId: string; readonly payUnits: bigint; readonly receiveUnits: bigint };

/** Returns other providers' offers for the quotes and methods of these orders. Offers are stored for one day. */
export async function findCompetingOffers(
  database: Queryable,
  orders: readonly PastOrder[],
): Promise<CompetingOffer[]> {
  if (orders.length === 0) return [];
  return database.many<CompetingOffer>(sql`
    select o.quote_id, o.pay_units, o.receive_units
    from unnest(${orders.map(({ quoteId }) => quoteId)}::text[], ${orders.map(({ payMethod }) => payMethod)}::text[])
      as asked(quote_id, pay_method)
    join offers o on o.quote_id = asked.quote_id and o.pay_method = asked.pay_method`);
}

export async function countAllOpenOrders(database: Queryable): Promise<number> {
  const { count } = await database.one<{ count: number }>(
    sql`select count(*)::int as count from orders where status = any(${[...openOrderStatuses]})`,
  );
  return count;
}
