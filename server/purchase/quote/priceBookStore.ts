import { parseDecimal } from '@slipway/money/decimal.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import type { PriceBook } from './priceBook.ts';

/** All that the worker has written, for an api process to hold in memory. */
export async function readPriceBook(database: Queryable): Promise<PriceBook> {
  const [markets, rates, fees] = await Promise.all([
    database.many<{ base: string; quote: string; mid: string; trusted: boolean; observedAt: Date }>(
      sql`select base, quote, mid, trusted, observed_at as "observedAt" from market_prices`,
    ),
    database.many<{ currency: string; perEuro: string; dailyOnly: boolean; observedAt: Date }>(
      sql`select currency, per_euro as "perEuro", daily_only as "dailyOnly", observed_at as "observedAt" from fiat_rates`,
    ),
    database.many<{ asset: string; units: bigint; observedAt: Date }>(
      sql`select asset, native_units as units, observed_at as "observedAt" from network_fees`,
    ),
  ]);
  return {
    markets: new Map(markets.map((row) => [`${row.base}/${row.quote}`, { ...row, mid: parseDecimal(row.mid) }])),
    rates: new Map(rates.map((row) => [row.currency, { ...row, perEuro: parseDecimal(row.perEuro) }])),
    networkFees: new Map(fees.map((row) => [row.asset, row])),
  };
}
