import type { Log } from '../platform/log/log.ts';
import type { RatesSource } from '../providers/rates/ratesPort.ts';
import type { PriceSource } from '../providers/venue/venuePort.ts';
import type { Catalog } from '../purchase/catalog/catalog.ts';
import { listMarketsToCollect } from '../purchase/quote/collectPrices.ts';
import { combineRates, type FetchedRates } from '../purchase/quote/collectRates.ts';
import { judgePrice } from '../purchase/quote/judgePrice.ts';
import { emptyPriceBook, type PriceBook } from '../purchase/quote/priceBook.ts';

export type OwnPricesContext = {
  /** Read each time: the operator may have added a coin. */
  readonly catalog: () => Catalog;
  readonly priceSources: readonly PriceSource[];
  readonly ratesSources: readonly RatesSource[];
  /** The product's clock: exchanges date their tickers. */
  readonly now: () => Date;
  readonly log: Log;
};

export type OwnPrices = {
  readonly book: () => PriceBook;
  /** Returns the time for which prices are read from the book: its last renewal if that is recent, otherwise now. */
  readonly getPriceTime: () => Date;
  /** Fetches prices and rates again if they are old. */
  renew(): Promise<void>;
};

/** Prices older than this are fetched again. */
const RENEW_MS = 5_000;
/** Fetched prices stay valid this long, so that the signature needs no new request after the check. */
const HOLDS_MS = 30_000;
const RATES_RENEW_MS = 5 * 60_000;

/**
 * Creates the signer's own source of prices and rates, fetched on demand. The signer does not trust the prices in the
 * database, which other processes write. It skips a source that does not answer.
 */
export function createOwnPrices(context: OwnPricesContext): OwnPrices {
  let book: PriceBook = emptyPriceBook;
  let renewedAt = 0;
  let ratesAt = 0;
  let renewing: Promise<void> | undefined;

  async function renew(): Promise<void> {
    const markets = Date.now() - renewedAt > RENEW_MS ? await fetchMarkets(context) : book.markets;
    const rates = Date.now() - ratesAt > RATES_RENEW_MS ? await fetchRates(context) : book.rates;
    if (markets !== book.markets && markets.size > 0) renewedAt = Date.now();
    if (rates !== book.rates && rates.size > 0) ratesAt = Date.now();
    book = { ...emptyPriceBook, markets, rates };
  }

  return {
    book: () => book,
    getPriceTime: () => new Date(Date.now() - renewedAt > HOLDS_MS ? Date.now() : renewedAt),
    renew() {
      renewing ??= renew().finally(() => {
        renewing = undefined;
      });
      return renewing;
    },
  };
}

async function fetchMarkets({ catalog, priceSources, now, log }: OwnPricesContext): Promise<PriceBook['markets']> {
  const markets = listMarketsToCollect(catalog());
  const answers = await Promise.all(
    priceSources.map(async (source) => {
      const outcome = await source.getTickers(markets);
      if (outcome.kind === 'ok') return outcome.value.map((ticker) => ({ source: source.id, ticker }));
      log.warn({ source: source.id, outcome: outcome.kind }, 'an exchange did not answer the signer');
      return [];
    }),
  );
  const tickers = answers.flat();
  const observedAt = new Date();
  return new Map(
    markets.flatMap((market) => {
      const { base, quote } = market;
      const ofMarket = tickers.filter(({ ticker }) => ticker.base === base && ticker.quote === quote);
      const judged = judgePrice(market, ofMarket, now());
      return judged ? [[`${base}/${quote}`, { mid: judged.mid, trusted: judged.distrust === null, observedAt }]] : [];
    }),
  );
}

async function fetchRates({ ratesSources, now, log }: OwnPricesContext): Promise<PriceBook['rates']> {
  const answers = await Promise.all(
    ratesSources.map(async (source): Promise<readonly FetchedRates[]> => {
      const outcome = await source.getRates();
      if (outcome.kind === 'ok' && source.isCurrent(outcome.value.asOf, now()))
        return [{ kind: source.kind, rates: outcome.value, fetchedAt: new Date() }];
      log.warn({ source: source.id, outcome: outcome.kind }, 'a rates source has nothing for the signer');
      return [];
    }),
  );
  const combined = combineRates(answers.flat());
  return new Map(combined.map(({ currency, ...rate }) => [currency, { ...rate, observedAt: rate.fetchedAt }]));
}
