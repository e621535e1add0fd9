import { openOrderStatuses } from '@slipway/contract/entities/orderStatuses.ts';
import { OWN_OFFER_TYPE } from '@slipway/contract/entities/ownOffer.ts';
import type { PayMethod } from '@slipway/contract/entities/payMethods.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

/** What of an order decides what it would have cost, and whether it had been stopped. */
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
  /** Money came for it. */
  readonly isPaid: boolean;
  /** Money came for it and was not given back. */
  readonly isKept: boolean;
  /** Delivered, and nobody disputes it. */
  readonly isGood: boolean;
};

/** The newest orders of some days, oldest first; at most so many, so that a million others cost nothing. */
export async function newestOrders(database: Queryable, days: number, most: number): Promise<PastOrder[]> {
  return database.many<PastOrder>(sql`
    select * from (
      select id, quote_id as "quoteId", created_at as "createdAt", buyer_id as "buyerId", address, country,
        offer_type = ${OWN_OFFER_TYPE} as "isOwn", pay_method as "payMethod", side, pay_currency as "payCurrency",
        pay_units as "payUnits", receive_currency as "receiveCurrency", receive_units as "receiveUnits",
        processing_fee_units as "processingFeeUnits", network_fee_units as "networkFeeUnits",
        reference_price as "referencePrice", euro_cents as "euroCents",
        captured_units + received_units > 0 as "isPaid",
        captured_units + received_units > refunded_units as "isKept",
        status = 'delivered' and dispute in ('none', 'won') as "isGood"
      from orders order by id desc limit ${most}
    ) newest
    where "createdAt" > slipway_now() - ${days} * interval '1 day' order by id`);
}

export type KeptOffer = { readonly quoteId: string; readonly payUnits: bigint; readonly receiveUnits: bigint };

/** Other providers' offers for the same quotes and methods. They are kept for a day. */
export async function offersBeside(database: Queryable, orders: readonly PastOrder[]): Promise<KeptOffer[]> {
  if (orders.length === 0) return [];
  return database.many<KeptOffer>(sql`
    select o.quote_id as "quoteId", o.pay_units as "payUnits", o.receive_units as "receiveUnits"
    from unnest(${orders.map(({ quoteId }) => quoteId)}::text[], ${orders.map(({ payMethod }) => payMethod)}::text[])
      as asked(quote_id, pay_method)
    join offers o on o.quote_id = asked.quote_id and o.pay_method = asked.pay_method`);
}

export async function countOpenOrders(database: Queryable): Promise<number> {
  const { count } = await database.one<{ count: number }>(
    sql`select count(*)::int as count from orders where status = any(${[...openOrderStatuses]})`,
  );
  return count;
}
