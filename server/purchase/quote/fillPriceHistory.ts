import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { HourPrice, Market, PriceSource } from '../../providers/venue/venuePort.ts';
import { addPastPrices, findMarketsWithoutPriceBefore } from './priceHistoryStore.ts';

export type PriceHistoryContext = {
  readonly database: Database;
  readonly priceSources: readonly PriceSource[];
  readonly clock: Clock;
};

const HOUR_MS = 3_600_000;
const WEEK_MS = 7 * 24 * HOUR_MS;

/**
 * Adds the last week's prices of every market that has none from the beginning of that week, so that the chart of a new
 * installation or coin is not empty. They come from the first exchange that has them and are used only in charts.
 */
export async function fillPriceHistory(
  { database, priceSources, clock }: PriceHistoryContext,
  markets: readonly Market[],
): Promise<void> {
  const begin = clock.now().getTime() - WEEK_MS;
  const missing = await findMarketsWithoutPriceBefore(database, markets, new Date(begin + 2 * HOUR_MS));
  // One call at a time: the calls for quotes' prices share the exchange's rate limit.
  for (const market of missing) {
    const prices = await fetchHourPrices(priceSources, market, new Date(begin));
    if (prices.length > 0) await addPastPrices(database, market, prices);
  }
}

async function fetchHourPrices(
  sources: readonly PriceSource[],
  market: Market,
  since: Date,
): Promise<readonly HourPrice[]> {
  for (const source of sources) {
    const outcome = await source.getHourPrices(market, since);
    if (outcome.kind === 'ok' && outcome.value.length > 0) return outcome.value;
  }
  return [];
}
