import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import type { TreasuryFunds } from './priceBook.ts';

export type KeptFunds = TreasuryFunds & {
  /** CAIP-19. */
  readonly asset: string;
};

export async function readFunds(database: Queryable): Promise<KeptFunds[]> {
  return database.many<KeptFunds>(sql`
    select asset, free_units as "freeUnits", native_free_units as "nativeFreeUnits", observed_at as "observedAt"
    from treasury_funds`);
}

export async function writeFunds(database: Queryable, { asset, ...funds }: KeptFunds): Promise<void> {
  await database.run(sql`
    insert into treasury_funds (asset, free_units, native_free_units, observed_at)
    values (${asset}, ${funds.freeUnits.toString()}::numeric, ${funds.nativeFreeUnits.toString()}::numeric,
      ${funds.observedAt})
    on conflict (asset) do update set free_units = excluded.free_units,
      native_free_units = excluded.native_free_units, observed_at = excluded.observed_at`);
}

/** Of a treasury that was never read: nothing can be promised from it. */
export async function writeUnread(database: Queryable, asset: string): Promise<void> {
  await database.run(sql`
    insert into treasury_funds (asset, free_units, native_free_units, observed_at)
    values (${asset}, 0, 0, 'epoch') on conflict do nothing`);
}

/** What orders that are paid for, or about to be, will still take of the treasury, and how many of them there are. */
export type Need = { readonly asset: string; readonly units: bigint; readonly orders: number };

/** By asset. What is signed is no longer among them: the payout itself commits it. */
export async function openNeeds(database: Queryable): Promise<readonly Need[]> {
  return database.many<Need>(sql`
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
