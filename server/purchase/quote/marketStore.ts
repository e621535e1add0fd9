import { type Decimal, formatDecimal } from '@slipway/money/decimal.ts';
import sql, { join } from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import type { Market } from '../../providers/venue/venuePort.ts';
import type { JudgedPrice } from './judgePrice.ts';

export type CollectedPrice = {
  readonly market: Market;
  readonly judged: JudgedPrice;
  readonly open: string | null;
  readonly quoteVolume: string | null;
};

/** Replaces the prices; a market without a new price keeps its old row, which becomes stale. */
export async function writePrices(database: Queryable, prices: readonly CollectedPrice[], at: Date): Promise<void> {
  if (prices.length === 0) return;
  const rows = prices.map(({ market, judged, open, quoteVolume }) => {
    const mid = formatDecimal(judged.mid);
    return sql`(${market.base}, ${market.quote}, ${mid}, ${judged.distrust === null}, ${judged.distrust}, ${judged.sources}::text[], ${open}, ${quoteVolume}, ${at}::timestamptz)`;
  });
  await database.run(sql`
    insert into market_prices (base, quote, mid, trusted, distrust_reason, sources, open_24h, quote_volume_24h, observed_at)
    values ${join(rows)}
    on conflict (base, quote) do update set mid = excluded.mid, trusted = excluded.trusted,
      distrust_reason = excluded.distrust_reason, sources = excluded.sources, open_24h = excluded.open_24h,
      quote_volume_24h = excluded.quote_volume_24h, observed_at = excluded.observed_at`);
}

export type CollectedRate = {
  readonly currency: string;
  readonly perEuro: Decimal;
  readonly sources: readonly string[];
  readonly dailyOnly: boolean;
  /** When it was fetched, in machine time. */
  readonly fetchedAt: Date;
};

/** Replaces the rates; a currency without a new one keeps its old row, which becomes stale. */
export async function writeRates(database: Queryable, rates: readonly CollectedRate[]): Promise<void> {
  if (rates.length === 0) return;
  const rows = rates.map(
    (rate) =>
      sql`(${rate.currency}, ${formatDecimal(rate.perEuro)}, ${rate.sources}::text[], ${rate.dailyOnly}::boolean, ${rate.fetchedAt}::timestamptz)`,
  );
  await database.run(sql`
    insert into fiat_rates (currency, per_euro, sources, daily_only, observed_at) values ${join(rows)}
    on conflict (currency) do update set per_euro = excluded.per_euro, sources = excluded.sources,
      daily_only = excluded.daily_only, observed_at = excluded.observed_at`);
}

export async function writeNetworkFee(
  database: Queryable,
  fee: { network: string; asset: string; units: bigint },
  at: Date,
): Promise<void> {
  await database.run(sql`
    insert into network_fees (network, asset, native_units, observed_at)
    values (${fee.network}, ${fee.asset}, ${fee.units.toString()}::numeric, ${at})
    on conflict (network, asset) do update set native_units = excluded.native_units, observed_at = excluded.observed_at`);
}
