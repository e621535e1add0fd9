import { add, formatDecimal } from '@slipway/money/decimal.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Chains } from '../../providers/chain/chains.ts';
import type { RatesSource } from '../../providers/rates/ratesPort.ts';
import type { Market, PriceSource } from '../../providers/venue/venuePort.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { createJumpGuard, judgePrice, type SourceTicker } from './judgePrice.ts';
import { VENUE_CURRENCIES } from './listVenueMarkets.ts';
import { type CollectedPrice, writeNetworkFee, writePrices } from './marketStore.ts';

export type CollectorContext = {
  readonly database: Database;
  readonly catalog: Catalog;
  readonly chains: Chains;
  readonly priceSources: readonly PriceSource[];
  readonly ratesSources: readonly RatesSource[];
  readonly clock: Clock;
  readonly log: Log;
};

/**
 * Returns every coin's markets in the exchanges' currencies. A wrapped coin's own markets are included only for their 24-hour
 * figures, not for the price.
 */
export function listMarketsToCollect(catalog: Catalog): readonly Market[] {
  const bases = new Set(
    [...catalog.cryptos.values()].flatMap(({ marketBase, symbol }) => [marketBase, symbol.toUpperCase()]),
  );
  return [...bases].flatMap((base) => VENUE_CURRENCIES.map((quote) => ({ base, quote })));
}

/**
 * Returns a function that collects prices from all exchanges once, judges and stores them. An exchange that does not answer
 * is skipped in that round.
 */
export function createPriceCollector(context: CollectorContext): () => Promise<void> {
  const guard = createJumpGuard();
  return async () => {
    // Read each time, since the operator may have added a coin.
    const markets = listMarketsToCollect(context.catalog);
    const tickers = (
      await Promise.all(context.priceSources.map((source) => fetchTickers(source, markets, context.log)))
    ).flat();
    // Exchanges date their tickers, and the sandbox's follow the product's clock. Stored prices carry machine time.
    const now = context.clock.now();
    const prices: CollectedPrice[] = [];
    for (const market of markets) {
      const ofMarket = tickers.filter(({ ticker }) => ticker.base === market.base && ticker.quote === market.quote);
      const judged = judgePrice(market, ofMarket, now);
      if (!judged) continue;
      prices.push({
        market,
        judged: guard(market, judged, now),
        ...computeDayFigures(ofMarket),
      });
    }
    await writePrices(context.database, prices, new Date());
  };
}

/** Returns the price a day ago, from the first exchange that reports it, and the volume of all exchanges since then. */
export function computeDayFigures(tickers: readonly SourceTicker[]): Pick<CollectedPrice, 'open' | 'quoteVolume'> {
  const open = tickers.find(({ ticker }) => ticker.open)?.ticker.open;
  const volumes = tickers.flatMap(({ ticker }) => ticker.quoteVolume ?? []);
  return {
    open: open ? formatDecimal(open) : null,
    quoteVolume: volumes.length > 0 ? formatDecimal(volumes.reduce(add)) : null,
  };
}

async function fetchTickers(source: PriceSource, markets: readonly Market[], log: Log): Promise<SourceTicker[]> {
  const outcome = await source.getTickers(markets);
  if (outcome.kind === 'ok') return outcome.value.map((ticker) => ({ source: source.id, ticker }));
  log.warn({ source: source.id, outcome: outcome.kind }, 'an exchange did not answer');
  return [];
}

/** Stores the network fee of every coin. If a chain does not answer, its last fee stays. */
export async function collectNetworkFees({ database, catalog, chains, log }: CollectorContext): Promise<void> {
  await Promise.all(
    [...catalog.cryptos.values()].map(async (crypto) => {
      const chain = chains.get(crypto.network.chain);
      if (!chain) return;
      const outcome = await chain.estimateNetworkFee(crypto.asset);
      if (outcome.kind === 'ok') {
        await writeNetworkFee(
          database,
          { network: chain.network, asset: crypto.asset.id, units: outcome.value.units },
          new Date(),
        );
      } else log.warn({ crypto: crypto.id, outcome: outcome.kind }, 'a chain returned no network fee');
    }),
  );
}
