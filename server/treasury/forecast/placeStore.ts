import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';

/** What a place says to hold, in the ledger's digits. */
export type PlaceReading = {
  readonly place: 'venue' | 'wallet';
  /** The venue's currency, or CAIP-19. */
  readonly asset: string;
  readonly units: bigint;
  readonly observedAt: Date;
};

export async function writePlaces(
  database: Queryable,
  readings: readonly Omit<PlaceReading, 'observedAt'>[],
): Promise<void> {
  for (const { place, asset, units } of readings) {
    await database.run(sql`
      insert into treasury_places (place, asset, units, observed_at)
      values (${place}, ${asset}, ${units.toString()}::numeric, slipway_now())
      on conflict (place, asset) do update set units = excluded.units, observed_at = excluded.observed_at`);
  }
}

export async function readPlaces(database: Queryable): Promise<PlaceReading[]> {
  return database.many<PlaceReading>(sql`
    select place, asset, units, observed_at as "observedAt" from treasury_places order by place, asset`);
}

export type BankBalance = { readonly currency: string; readonly units: bigint; readonly closedOn: string };

/** What the newest statement of each account closed with, in minor units, summed up by currency. */
export async function statedBalances(database: Queryable): Promise<BankBalance[]> {
  return database.many<BankBalance>(sql`
    select currency, sum(closing_units) as units, to_char(min(closed_on), 'YYYY-MM-DD') as "closedOn" from (
      select distinct on (account, currency) account, currency, closing_units, closed_on from account_statements
      order by account, currency, closed_on desc, id desc) newest
    group by currency order by currency`);
}

/** What left a place within days, in the ledger's digits by asset: deliveries from the wallets, purchases at the venue. */
export async function spentWithin(
  database: Queryable,
  days: number,
): Promise<readonly { readonly place: 'venue' | 'wallet'; readonly asset: string; readonly units: bigint }[]> {
  return database.many(sql`
    select case p.account when 'asset:wallet' then 'wallet' else 'venue' end as place, p.asset, -sum(p.units) as units
    from ledger_postings p join ledger_transactions t on t.id = p.transaction_id
    where t.at > slipway_now() - make_interval(days => ${days})
      and ((p.account = 'asset:wallet' and t.kind in ('broadcast', 'broadcast_reversed'))
        or (p.account = 'asset:venue' and t.kind = 'fill' and p.asset like 'iso4217:%'))
    group by 1, 2 having sum(p.units) < 0`);
}
