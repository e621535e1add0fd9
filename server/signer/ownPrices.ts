import type { Log } from '../platform/log/log.ts';
import type { RatesSource } from '../providers/rates/ratesPort.ts';
import type { PriceSource } from '../providers/venue/venuePort.ts';
import type { Catalog } from '../purchase/catalog/catalog.ts';
import { collectedMarkets } from '../purchase/quote/collectPrices.ts';
import { combineRates, type KeptRates } from '../purchase/quote/collectRates.ts';
import { judgePrice } from '../purchase/quote/judgePrice.ts';
import { emptyPriceBook, type PriceBook } from '../purchase/quote/priceBook.ts';

export type OwnPricesContext = {
  /** Asked each time: the operator may sell another coin by now. */
  readonly catalog: () => Catalog;
  readonly priceSources: readonly PriceSource[];
  readonly ratesSources: readonly RatesSource[];
  /** The product's clock: exchanges date their tickers. */
  readonly now: () => Date;
  readonly log: Log;
};

export type OwnPrices = {
  readonly book: () => PriceBook;
  /** As of when prices may be read from the book: when it was renewed, while that was not long ago. */
  readonly at: () => Date;
  /** Asks for what is old. */
  renew(): Promise<void>;
};

/** Asked anew when what is known is older. */
const RENEW_MS = 5_000;
/** For so long what was asked for holds: between looking who may be paid and signing nobody is asked. */
const HOLDS_MS = 30_000;
const RATES_RENEW_MS = 5 * 60_000;

/**
 * Prices and rates that the signer asks for itself, when it needs them: what the database says of them was written by others.
 * A source that does not answer is left out.
 */
export function createOwnPrices(context: OwnPricesContext): OwnPrices {
  let book: PriceBook = emptyPriceBook;
  let renewedAt = 0;
  let ratesAt = 0;
  let renewing: Promise<void> | undefined;

  async function renew(): Promise<void> {
    const markets = Date.now() - renewedAt > RENEW_MS ? await askMarkets(context) : book.markets;
    const rates = Date.now() - ratesAt > RATES_RENEW_MS ? await askRates(context) : book.rates;
    if (markets !== book.markets && markets.size > 0) renewedAt = Date.now();
    if (rates !== book.rates && rates.size > 0) ratesAt = Date.now();
    book = { ...emptyPriceBook, markets, rates };
  }

  return {
    book: () => book,
    at: () => new Date(Date.now() - renewedAt > HOLDS_MS ? Date.now() : renewedAt),
    renew() {
      renewing ??= renew().finally(() => {
        renewing = undefined;
      });
      return renewing;
    },
  };
}

async function askMarkets({ catalog, priceSources, now, log }: OwnPricesContext): Promise<PriceBook['markets']> {
  const markets = collectedMarkets(catalog());
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

async function askRates({ ratesSources, now, log }: OwnPricesContext): Promise<PriceBook['rates']> {
  const answers = await Promise.all(
    ratesSources.map(async (source): Promise<readonly KeptRates[]> => {
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
