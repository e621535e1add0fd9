import sql, { type Sql } from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import type { UnsignedPayout } from '../../providers/chain/chainPort.ts';
import { joinPostings } from './entryJoinStore.ts';

/** Selects the ids of orders with a change since a time, or a payout under way, at a network's paying address. */
function selectConcernedOrders(network: string, since: Date): Sql {
  return sql`(
    select t.order_id as id from ledger_transactions t
    ${joinPostings('asset:wallet')}
    where t.at >= ${since} and t.order_id is not null and starts_with(p.asset, ${`${network}/`})
    union
    select order_id from payouts
    where network = ${network} and (updated_at >= ${since} or status in ('signed', 'broadcast')))`;
}

export type WalletPosting = {
  readonly orderNo: string;
  readonly asset: string;
  readonly units: bigint;
  readonly at: Date;
};

/** Returns all postings at the paying address of each order that has a change since a time or a payout under way. */
export async function findWalletPostings(database: Queryable, network: string, since: Date): Promise<WalletPosting[]> {
  return database.many<WalletPosting>(sql`
    with concerned as materialized ${selectConcernedOrders(network, since)}
    select o.order_no, p.asset, p.units, t.at
    from concerned c
    cross join lateral (select order_no from orders where id = c.id offset 0) o
    cross join lateral (
      select transaction_id, asset, units from ledger_postings
      where order_id = c.id and account = 'asset:wallet' and starts_with(asset, ${`${network}/`}) offset 0
    ) p
    cross join lateral (select at from ledger_transactions where id = p.transaction_id offset 0) t`);
}

/** A payout of an order, in minor units. */
export type WalletPayout = {
  readonly id: string;
  readonly batchId: string;
  readonly orderId: number;
  readonly orderNo: string;
  readonly status: 'signed' | 'broadcast' | 'confirmed' | 'final' | 'reverted' | 'abandoned';
  readonly asset: string;
  readonly decimals: number;
  readonly units: bigint;
  readonly feeAsset: string;
  readonly feeDecimals: number;
  /** The fee on the chain, as seen in its block. */
  readonly feeUnits: bigint | null;
  readonly at: Date;
};

/** Returns all payouts of the same orders as {@link findWalletPostings}. */
export async function findWalletPayouts(database: Queryable, network: string, since: Date): Promise<WalletPayout[]> {
  return database.many<WalletPayout>(sql`
    with concerned as materialized ${selectConcernedOrders(network, since)}
    select p.id, p.batch_id, p.order_id, o.order_no, p.status, p.asset, p.decimals, p.units,
      p.fee_asset, p.fee_decimals, p.fee_units, p.updated_at as at
    from concerned c
    cross join lateral (select order_no from orders where id = c.id offset 0) o
    cross join lateral (select * from payouts where order_id = c.id and network = ${network} offset 0) p`);
}

/** An order's payment that was found on the chain and is no payout yet, in minor units. */
export type UnrecordedPayment = {
  readonly orderNo: string;
  readonly asset: string;
  readonly decimals: number;
  readonly units: bigint;
  readonly at: Date;
  readonly transactionId: string;
  readonly bytes: string;
  readonly unsigned: UnsignedPayout;
  /** It cancels the payout: only its fee leaves. */
  readonly cancels: boolean;
};

export async function findUnrecordedPayouts(database: Queryable, network: string): Promise<UnrecordedPayment[]> {
  return database.many<UnrecordedPayment>(sql`
    select o.order_no, o.receive_asset as asset, o.receive_decimals as decimals, o.receive_units as units,
      f.found_at as at, f.transaction_id, f.bytes, f.unsigned, f.cancels
    from found_transactions f join orders o on o.order_no = any (f.order_nos)
    where f.network = ${network}
      and not exists (select 1 from payout_variants v where v.transaction_id = f.transaction_id)
    order by f.transaction_id, o.order_no`);
}
