import sql from 'sql-template-tag';
import { selectPostingsWithin } from '../../ledger/periodPostingStore.ts';
import type { Queryable } from '../../platform/database/database.ts';

/** A balance that the exchange or a wallet reported, in ledger units. */
export type BalanceReading = {
  readonly place: 'venue' | 'wallet';
  /** The venue's currency, or CAIP-19. */
  readonly asset: string;
  readonly units: bigint;
  readonly observedAt: Date;
};

export async function saveBalanceReadings(
  database: Queryable,
  readings: readonly Omit<BalanceReading, 'observedAt'>[],
): Promise<void> {
  for (const { place, asset, units } of readings) {
    await database.run(sql`
      insert into treasury_places (place, asset, units, observed_at)
      values (${place}, ${asset}, ${units.toString()}::numeric, slipway_now())
      on conflict (place, asset) do update set units = excluded.units, observed_at = excluded.observed_at`);
  }
}

export async function readBalanceReadings(database: Queryable): Promise<BalanceReading[]> {
  return database.many<BalanceReading>(sql`
    select place, asset, units, observed_at from treasury_places order by place, asset`);
}

export type BankBalance = { readonly currency: string; readonly units: bigint; readonly closedOn: string };

/**
 * Returns the closing balances of the newest statement of each account, in minor units, summed up by currency. `closedOn`: the
 * oldest of these statements' days.
 */
export async function readBankStatementBalances(database: Queryable): Promise<BankBalance[]> {
  return database.many<BankBalance>(sql`
    select currency, sum(closing_units) as units, to_char(min(closed_on), 'YYYY-MM-DD') as "closedOn" from (
      select distinct on (account, currency) account, currency, closing_units, closed_on from account_statements
      order by account, currency, closed_on desc, id desc) newest
    group by currency order by currency`);
}

/**
 * Returns how much left the wallets for deliveries, and the exchange for purchases, within these days: by asset, in ledger
 * units.
 */
export async function readOutflows(
  database: Queryable,
  days: number,
): Promise<readonly { readonly place: 'venue' | 'wallet'; readonly asset: string; readonly units: bigint }[]> {
  const { start } = await database.one<{ start: Date }>(
    sql`select slipway_now() - make_interval(days => ${days}) as start`,
  );
  return database.many(sql`
    select case account when 'asset:wallet' then 'wallet' else 'venue' end as place, asset, -sum(units) as units
    from ${await selectPostingsWithin(database, { start, end: null })} posted
    where (account = 'asset:wallet' and kind in ('broadcast', 'broadcast_reversed'))
      or (account = 'asset:venue' and kind = 'fill' and asset like 'iso4217:%')
    group by 1, 2 having sum(units) < 0`);
}
