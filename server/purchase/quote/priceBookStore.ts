import { type Decimal, parseDecimal } from '@slipway/money/decimal.ts';
import sql from 'sql-template-tag';
import type { Queryable } from '../../platform/database/database.ts';
import type { PriceBook } from './priceBook.ts';
import { readFunds } from './treasuryFundsStore.ts';

type MarketRow = {
  base: string;
  quote: string;
  mid: string;
  trusted: boolean;
  observedAt: Date;
  open: string | null;
  quoteVolume: string | null;
};

/** Returns all prices, rates, network fees and funds that the worker has stored. */
export async function readPriceBook(database: Queryable): Promise<PriceBook> {
  const [markets, rates, fees, funds] = await Promise.all([
    database.many<MarketRow>(
      sql`select base, quote, mid, trusted, observed_at, open_24h as open, quote_volume_24h as quote_volume from market_prices`,
    ),
    database.many<{ currency: string; perEuro: string; dailyOnly: boolean; observedAt: Date }>(
      sql`select currency, per_euro, daily_only, observed_at from fiat_rates`,
    ),
    database.many<{ asset: string; units: bigint; observedAt: Date }>(
      sql`select asset, native_units as units, observed_at from network_fees`,
    ),
    readFunds(database),
  ]);
  return {
    markets: new Map(
      markets.map(({ base, quote, mid, open, quoteVolume, ...row }) => [
        `${base}/${quote}`,
        {
          ...row,
          mid: parseDecimal(mid),
          open: parseOptionalDecimal(open),
          quoteVolume: parseOptionalDecimal(quoteVolume),
        },
      ]),
    ),
    rates: new Map(rates.map((row) => [row.currency, { ...row, perEuro: parseDecimal(row.perEuro) }])),
    networkFees: new Map(fees.map((row) => [row.asset, row])),
    funds: new Map(funds.map((row) => [row.asset, row])),
  };
}

function parseOptionalDecimal(text: string | null): Decimal | undefined {
  return text === null ? undefined : parseDecimal(text);
}
