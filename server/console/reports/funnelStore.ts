import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import type { TimeRange } from '../../reporting/reportFigureStore.ts';

/** Browsers by the steps that their pages have reported, as the view purchase_funnel counts them. */
export type BrowserSteps = {
  readonly country: string;
  readonly opened: number;
  readonly choseCountry: number;
  readonly chosePayCurrency: number;
  readonly choseCrypto: number;
  readonly typedAmount: number;
  readonly choseOffer: number;
  readonly gaveAddress: number;
};

/** Returns browsers by country: a browser that came on two days counts on both, as in the view. */
export async function readBrowserSteps(database: Queryable, { start, end }: TimeRange): Promise<BrowserSteps[]> {
  return database.many<BrowserSteps>(sql`
    select country, sum(opened)::int as opened, sum(chose_country)::int as chose_country,
      sum(chose_pay_currency)::int as chose_pay_currency, sum(chose_crypto)::int as chose_crypto,
      sum(typed_amount)::int as typed_amount, sum(chose_offer)::int as chose_offer,
      sum(gave_address)::int as gave_address
    from (
      select country,
        count(distinct user_id) filter (where type = 'buyCryptoGate') as opened,
        count(distinct user_id) filter (where type = 'selectCountry') as chose_country,
        count(distinct user_id) filter (where type = 'selectPayCurrency') as chose_pay_currency,
        count(distinct user_id) filter (where type = 'selectGetCurrency') as chose_crypto,
        count(distinct user_id) filter (where type in ('inputPayAmount', 'inputGetAmount')) as typed_amount,
        count(distinct user_id) filter (where type = 'selectOffer') as chose_offer,
        count(distinct user_id) filter (where type = 'inputAddress') as gave_address
      from tracking_points where at >= ${start} and at < ${end} group by date_trunc('day', at), country
    ) days group by country`);
}

export type CreatedOrders = {
  readonly country: string;
  readonly method: string;
  readonly ordered: number;
  readonly paid: number;
  readonly delivered: number;
};

/** Counts the orders created in the period, and the paid and delivered ones among them, by country and method. */
export async function readCreatedOrders(database: Queryable, { start, end }: TimeRange): Promise<CreatedOrders[]> {
  return database.many<CreatedOrders>(sql`
    select country, pay_method as method, count(*)::int as ordered,
      count(*) filter (where captured_units + received_units > 0)::int as paid,
      count(*) filter (where status = 'delivered')::int as delivered
    from orders where created_at >= ${start} and created_at < ${end} group by country, pay_method`);
}
