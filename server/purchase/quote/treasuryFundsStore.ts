import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import type { TreasuryFunds } from './priceBook.ts';

export type StoredFunds = TreasuryFunds & {
  /** CAIP-19. */
  readonly asset: string;
};

export async function readFunds(database: Queryable): Promise<StoredFunds[]> {
  return database.many<StoredFunds>(sql`
    select asset, free_units, native_free_units, observed_at
    from treasury_funds`);
}

export async function writeFunds(database: Queryable, { asset, ...funds }: StoredFunds): Promise<void> {
  await database.run(sql`
    insert into treasury_funds (asset, free_units, native_free_units, observed_at)
    values (${asset}, ${funds.freeUnits.toString()}::numeric, ${funds.nativeFreeUnits.toString()}::numeric,
      ${funds.observedAt})
    on conflict (asset) do update set free_units = excluded.free_units,
      native_free_units = excluded.native_free_units, observed_at = excluded.observed_at`);
}

/** Inserts a row without funds if the treasury was never read, so that nothing of it can be promised. */
export async function insertUnreadTreasury(database: Queryable, asset: string): Promise<void> {
  await database.run(sql`
    insert into treasury_funds (asset, free_units, native_free_units, observed_at)
    values (${asset}, 0, 0, 'epoch') on conflict do nothing`);
}

/** The treasury's funds that paid orders and orders about to be paid still need, and the number of these orders. */
export type FundsNeed = { readonly asset: string; readonly units: bigint; readonly orders: number };

/** Returns the needed funds by asset. Orders with a signed payout are excluded, since the payout already uses the funds. */
export async function listOpenNeeds(database: Queryable): Promise<readonly FundsNeed[]> {
  return database.many<FundsNeed>(sql`
    select o.receive_asset as asset, sum(o.receive_units) as units, count(*)::int as orders
    from orders o
    where o.status in ('authorizing', 'awaiting_identity', 'awaiting_consent', 'capturing', 'paid', 'converting', 'converted',
        'on_hold')
      and coalesce(o.held_from, o.status) in ('authorizing', 'awaiting_identity', 'awaiting_consent', 'capturing', 'paid',
        'converting', 'converted')
      and (o.status <> 'on_hold' or o.held_from is not null)
      and (o.authorized_units > 0 or o.captured_units > 0 or o.received_units > 0)
      and not exists (
        select 1 from payouts p where p.order_id = o.id and p.status not in ('reverted', 'abandoned'))
    group by o.receive_asset`);
}
