import { calls } from '@slipway/contract/calls.ts';
import { parseDecimal } from '@slipway/money/decimal.ts';
import { seededSettings } from '../configuration/seededSettings.testing.ts';
import { createFollowingClock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { createLog } from '../platform/log/log.ts';
import { ok } from '../providers/outcome.ts';
import type { Market, PriceSource } from '../providers/venue/venuePort.ts';
import { requireCrypto } from '../purchase/catalog/catalog.ts';
import { createPriceCollector, listMarketsToCollect } from '../purchase/quote/collectPrices.ts';
import { computeInquiryTerms } from '../purchase/quote/makeQuote.ts';
import { writeNetworkFee, writeRates } from '../purchase/quote/marketStore.ts';
import { readPriceBook } from '../purchase/quote/priceBookStore.ts';
import { computeMedian, computeQuantile } from './quantiles.testing.ts';

const SOURCES = ['one', 'two', 'three'];
const ROUNDS = 15;
/** Quotes that an api process computes in one turn of its event loop. */
const QUOTES_A_TURN = 20;
const QUOTED_MS = 1_500;

export type PairMeasurement = {
  readonly pairs: number;
  /** In milliseconds. */
  readonly collect: number;
  readonly refresh: number;
  readonly quotesPerSecond: number;
  readonly quotesPerSecondMeanwhile: number;
  /** 99th percentile of quotes while the price book is reloaded continuously. */
  readonly quoteP99Meanwhile: number;
};

/** Measures a worker's round, an api's round and concurrent quotes with the prices of this many pairs at three exchanges. */
export async function measurePairPrices(database: Database, pairs: number): Promise<PairMeasurement> {
  const catalog = createBenchCatalog(pairs);
  const markets = listMarketsToCollect(catalog);
  if (markets.length !== pairs) throw new Error(`there are ${markets.length} pairs`);
  const collect = createPriceCollector({
    database,
    catalog,
    chains: new Map(),
    priceSources: SOURCES.map(createPriceSource),
    ratesSources: [],
    clock: createFollowingClock(),
    log: createLog('silent'),
  });
  const collected = await measureRuns(collect);
  const ether = requireCrypto(catalog, 'ETH');
  await writeNetworkFee(
    database,
    { network: ether.network.chain, asset: ether.asset.id, units: 10n ** 14n },
    new Date(),
  );
  await writeRates(database, [
    { currency: 'EUR', perEuro: parseDecimal('1'), sources: SOURCES, dailyOnly: false, fetchedAt: new Date() },
  ]);
  const refreshed = await measureRuns(() => readPriceBook(database));
  let book = await readPriceBook(database);
  const quote = () =>
    computeInquiryTerms(
      catalog,
      book,
      new Date(),
      { ...calls.offerInquiry.request.parse(calls.offerInquiry.example.request), getCurrency: 'ETH' },
      'DE',
    );
  const alone = await measureQuotes(quote);
  const over = new AbortController();
  const refreshes = (async () => {
    while (!over.signal.aborted) book = await readPriceBook(database);
  })();
  const meanwhile = await measureQuotes(quote);
  over.abort();
  await refreshes;
  return {
    pairs,
    collect: computeMedian(collected),
    refresh: computeMedian(refreshed),
    quotesPerSecond: alone.perSecond,
    quotesPerSecondMeanwhile: meanwhile.perSecond,
    quoteP99Meanwhile: computeQuantile(meanwhile.took, 0.99),
  };
}

async function measureRuns(work: () => Promise<unknown>): Promise<readonly number[]> {
  const took: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const begun = performance.now();
    await work();
    took.push(performance.now() - begun);
  }
  return took;
}

/** Computes quotes like an api: several in a row, then it yields to the event loop. */
async function measureQuotes(quote: () => unknown) {
  const took: number[] = [];
  const begun = performance.now();
  while (performance.now() - begun < QUOTED_MS) {
    for (let number = 0; number < QUOTES_A_TURN; number += 1) {
      const at = performance.now();
      quote();
      took.push(performance.now() - at);
    }
    await new Promise((resolve) => setImmediate(resolve));
  }
  return { took, perSecond: took.length / ((performance.now() - begun) / 1000) };
}

/** The seeded coins, plus as many more as needed. */
function createBenchCatalog(pairs: number) {
  const { catalog } = seededSettings();
  const ether = requireCrypto(catalog, 'ETH');
  const cryptos = new Map(catalog.cryptos);
  for (let number = 0; listMarketsToCollect({ ...catalog, cryptos }).length < pairs; number += 1) {
    const id = `BENCH${number}`;
    cryptos.set(id, { ...ether, id, symbol: id, marketBase: id });
  }
  return { ...catalog, cryptos };
}

function createPriceSource(id: string): PriceSource {
  const ticker = ({ base, quote }: Market) => ({
    base,
    quote,
    bid: parseDecimal('3199.5'),
    ask: parseDecimal('3200.5'),
    at: new Date(),
    open: parseDecimal('3150'),
    quoteVolume: parseDecimal('1000000'),
  });
  return { id, getTickers: async (markets) => ok(markets.map(ticker)), getHourPrices: async () => ok([]) };
}
