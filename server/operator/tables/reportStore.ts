import type { Asset } from '@slipway/money/asset.ts';
import sql from 'sql-template-tag';
import { findProfiles, type Profile } from '../../account/details/profileStore.ts';
import type { Queryable } from '../../platform/database/database.ts';

/** Days in UTC, such as `2026-11-01`. `from` is included, `to` is excluded. */
export type Period = { readonly from: string; readonly to: string };

/** In minor units of the currency. */
type PaymentColumns = { readonly currency: string; readonly payDecimals: number; readonly payUnits: bigint };

/** A payout without its amount, and the originator's account. */
type TravelRulePayout = {
  readonly order: string;
  readonly paidOutAt: Date;
  readonly originatorAccount: string | null;
  readonly walletType: string;
  readonly beneficiaryProvider: string;
  readonly beneficiaryAddress: string;
  readonly asset: string;
  readonly network: string;
  readonly units: bigint;
  readonly decimals: number;
  readonly euroWorth: string;
  readonly transactionId: string | null;
};

export type TravelRuleLine = TravelRulePayout & {
  /** The buyer's verified or declared details; undefined once they are erased. */
  readonly originator: Profile | undefined;
};

/** Returns the travel rule data of payouts that were sent: originator, beneficiary, destination and transaction. */
export async function listTravelRuleLines(database: Queryable, { from, to }: Period): Promise<TravelRuleLine[]> {
  const payouts = await database.many<TravelRulePayout>(sql`
    select o.order_no as "order", p.created_at as paid_out_at, o.buyer_id as originator_account, o.wallet_type,
      o.exchange_name as beneficiary_provider, o.address as beneficiary_address, o.receive_currency as asset,
      o.network, p.units, p.decimals, round(o.euro_cents / 100.0, 2)::text as euro_worth, p.transaction_id
    from payouts p join orders o on o.id = p.order_id
    where p.status in ('broadcast', 'confirmed', 'final') and p.created_at >= ${from}::date and p.created_at < ${to}::date
    order by p.created_at`);
  const profiles = await findProfiles(database, [
    ...new Set(payouts.flatMap((payout) => payout.originatorAccount ?? [])),
  ]);
  return payouts.map((payout) => ({ ...payout, originator: profiles.get(payout.originatorAccount ?? '') }));
}

/** A posting in the ledger's scale: debits are positive, credits negative. */
export type LedgerLine = {
  readonly transaction: number;
  readonly at: Date;
  readonly kind: string;
  readonly key: string;
  readonly order: string | null;
  readonly account: string;
  readonly asset: Asset['id'];
  readonly units: bigint;
};

export async function listLedgerLines(database: Queryable, { from, to }: Period): Promise<LedgerLine[]> {
  return database.many<LedgerLine>(sql`
    select t.id as transaction, t.at, t.kind, t.key, o.order_no as "order", l.account, l.asset, l.units
    from ledger_postings l join ledger_transactions t on t.id = l.transaction_id left join orders o on o.id = l.order_id
    where t.at >= ${from}::date and t.at < ${to}::date order by l.id`);
}

/** A delivery in minor units, without personal data. */
export type TradeLine = PaymentColumns & {
  readonly order: string;
  readonly deliveredAt: Date;
  readonly country: string;
  readonly method: string;
  readonly provider: string;
  readonly processingFeeUnits: bigint;
  readonly networkFeeUnits: bigint;
  readonly receiveUnits: bigint;
  readonly receiveDecimals: number;
  readonly crypto: string;
  readonly network: string;
  readonly price: string;
  readonly referencePrice: string;
  readonly partner: string;
};

/** Returns deliveries as trades: the payment, the delivered coins and the price. */
export async function listTradeLines(database: Queryable, { from, to }: Period): Promise<TradeLine[]> {
  return database.many<TradeLine>(sql`
    select o.order_no as "order", done.at as delivered_at, o.country, o.pay_method as method, o.offer_type as provider,
      o.pay_units, o.pay_decimals, o.pay_currency as currency, o.processing_fee_units, o.network_fee_units,
      o.receive_units, o.receive_decimals, o.receive_currency as crypto, o.network, o.price, o.reference_price,
      o.partner_id as partner
    from (
      select order_id, max(at) as at from order_events
      where at >= ${from}::date and at < ${to}::date and kind = 'payout_confirmed' and not unexpected group by order_id
    ) done join orders o on o.id = done.order_id and o.status = 'delivered' order by done.at, o.id`);
}

/** A sum in the ledger's scale. */
export type TaxLine = {
  readonly month: string;
  readonly account: string;
  readonly asset: Asset['id'];
  readonly postings: number;
  readonly units: bigint;
};

/** Returns income, costs and results by month, account and asset: income is positive, costs are negative. */
export async function listTaxLines(database: Queryable, { from, to }: Period): Promise<TaxLine[]> {
  return database.many<TaxLine>(sql`
    select to_char(t.at at time zone 'UTC', 'YYYY-MM') as month, p.account, p.asset, count(*)::int as postings,
      -sum(p.units) as units
    from ledger_postings p join ledger_transactions t on t.id = p.transaction_id
    where t.at >= ${from}::date and t.at < ${to}::date
      and (p.account like 'income:%' or p.account like 'expense:%' or p.account in ('trading', 'fx'))
    group by 1, 2, 3 order by 1, 2, 3`);
}

/** Returns true if the period has more than `most` postings. An export never has more lines than there are postings. */
export async function hasMorePostings(database: Queryable, { from, to }: Period, most: number): Promise<boolean> {
  const { count } = await database.one<{ count: number }>(sql`
    select count(*)::int as count from (
      select from ledger_postings l join ledger_transactions t on t.id = l.transaction_id
      where t.at >= ${from}::date and t.at < ${to}::date limit ${most + 1}
    ) lines`);
  return count > most;
}
