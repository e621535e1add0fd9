import { calls } from '@slipway/contract/calls.ts';
import { parseDecimal } from '@slipway/money/decimal.ts';
import { seededSettings } from '../../configuration/seededSettings.testing.ts';
import { createFollowingClock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import { createLog } from '../../platform/log/log.ts';
import { ok } from '../../providers/outcome.ts';
import type { Market, PriceSource } from '../../providers/venue/venuePort.ts';
import { requireCrypto } from '../../purchase/catalog/catalog.ts';
import { collectedMarkets, createPriceCollector } from '../../purchase/quote/collectPrices.ts';
import { termsOfInquiry } from '../../purchase/quote/makeQuote.ts';
import { writeNetworkFee, writeRates } from '../../purchase/quote/marketStore.ts';
import { readPriceBook } from '../../purchase/quote/priceBookStore.ts';
import { medianOf, quantileOf } from './medians.testing.ts';

const SOURCES = ['one', 'two', 'three'];
const ROUNDS = 15;
/** A second of an api process is at least so many quotes. */
const QUOTES_A_TURN = 20;
const QUOTED_MS = 1_500;

export type ManyPairs = {
  readonly pairs: number;
  /** In milliseconds. */
  readonly collect: number;
  readonly refresh: number;
  readonly quotesPerSecond: number;
  readonly quotesPerSecondMeanwhile: number;
  /** 99 of 100 quotes take less while the book is read again and again. */
  readonly quoteP99Meanwhile: number;
};

/** The prices of so many pairs at three exchanges: one round of the worker's, one of an api's, and quotes beside it. */
export async function priceMany(database: Database, pairs: number): Promise<ManyPairs> {
  const catalog = catalogOf(pairs);
  const markets = collectedMarkets(catalog);
  if (markets.length !== pairs) throw new Error(`there are ${markets.length} pairs`);
  const collect = createPriceCollector({
    database,
    catalog,
    chains: new Map(),
    priceSources: SOURCES.map(sourceOf),
    ratesSources: [],
    clock: createFollowingClock(),
    log: createLog('silent'),
  });
  const collected = await timesOf(collect);
  const ether = requireCrypto(catalog, 'ETH');
  await writeNetworkFee(
    database,
    { network: ether.network.chain, asset: ether.asset.id, units: 10n ** 14n },
    new Date(),
  );
  await writeRates(database, [
    { currency: 'EUR', perEuro: parseDecimal('1'), sources: SOURCES, dailyOnly: false, fetchedAt: new Date() },
  ]);
  const refreshed = await timesOf(() => readPriceBook(database));
  let book = await readPriceBook(database);
  const quote = () =>
    termsOfInquiry(
      catalog,
      book,
      new Date(),
      { ...calls.offerInquiry.request.parse(calls.offerInquiry.example.request), getCurrency: 'ETH' },
      'DE',
    );
  const alone = await quoteFor(quote);
  const over = new AbortController();
  const refreshes = (async () => {
    while (!over.signal.aborted) book = await readPriceBook(database);
  })();
  const meanwhile = await quoteFor(quote);
  over.abort();
  await refreshes;
  return {
    pairs,
    collect: medianOf(collected),
    refresh: medianOf(refreshed),
    quotesPerSecond: alone.perSecond,
    quotesPerSecondMeanwhile: meanwhile.perSecond,
    quoteP99Meanwhile: quantileOf(meanwhile.took, 0.99),
  };
}

async function timesOf(work: () => Promise<unknown>): Promise<readonly number[]> {
  const took: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const begun = performance.now();
    await work();
    took.push(performance.now() - begun);
  }
  return took;
}

/** As an api is asked: some at once, and then everything else has its turn. */
async function quoteFor(quote: () => unknown) {
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

/** The seeded coins, and as many more as it takes. */
function catalogOf(pairs: number) {
  const { catalog } = seededSettings();
  const ether = requireCrypto(catalog, 'ETH');
  const cryptos = new Map(catalog.cryptos);
  for (let number = 0; collectedMarkets({ ...catalog, cryptos }).length < pairs; number += 1) {
    const id = `BENCH${number}`;
    cryptos.set(id, { ...ether, id, symbol: id, marketBase: id });
  }
  return { ...catalog, cryptos };
}

function sourceOf(id: string): PriceSource {
  const ticker = ({ base, quote }: Market) => ({
    base,
    quote,
    bid: parseDecimal('3199.5'),
    ask: parseDecimal('3200.5'),
    at: new Date(),
    open: parseDecimal('3150'),
    quoteVolume: parseDecimal('1000000'),
  });
  return { id, getTickers: async (markets) => ok(markets.map(ticker)) };
}
