import type { Listing } from './market.ts';

// Markets of the three exchanges, with sizes and digits similar to the published ones.

export type KrakenPair = Listing & {
  /** Kraken's own name of the pair, e.g. `XXBTZEUR`; `altname` is the short one, `XBTEUR`. */
  readonly id: string;
  readonly altname: string;
  readonly baseId: string;
  readonly quoteId: string;
  readonly minimumBase: string;
  readonly minimumCost: string;
  readonly costDecimals: number;
};

type KrakenRow = readonly [
  symbol: string,
  assetId: string,
  altname: string,
  minimumBase: string,
  eurDecimals: number,
  usdDecimals: number,
];

const krakenRows: readonly KrakenRow[] = [
  ['BTC', 'XXBT', 'XBT', '0.00005', 1, 1],
  ['ETH', 'XETH', 'ETH', '0.001', 2, 2],
  ['USDC', 'USDC', 'USDC', '5', 4, 4],
  ['USDT', 'USDT', 'USDT', '5', 4, 5],
  ['DAI', 'DAI', 'DAI', '5', 5, 5],
  ['LINK', 'LINK', 'LINK', '0.2', 5, 5],
  ['UNI', 'UNI', 'UNI', '0.5', 4, 4],
  ['AAVE', 'AAVE', 'AAVE', '0.03', 3, 3],
  ['POL', 'POL', 'POL', '10', 4, 4],
  ['WBTC', 'WBTC', 'WBTC', '0.00005', 1, 1],
];

const krakenFiat = [
  ['EUR', 'ZEUR'],
  ['USD', 'ZUSD'],
] as const;

export const krakenPairs: readonly KrakenPair[] = krakenRows.flatMap(
  ([symbol, assetId, altname, minimumBase, eurDecimals, usdDecimals]) =>
    krakenFiat.map(([quote, quoteId]) => ({
      base: symbol,
      quote,
      id: formatKrakenPairId(assetId, quote, quoteId),
      altname: `${altname}${quote}`,
      baseId: assetId,
      quoteId,
      priceDecimals: quote === 'EUR' ? eurDecimals : usdDecimals,
      amountDecimals: 8,
      minimumBase,
      minimumCost: '0.5',
      costDecimals: 5,
    })),
);

/** Returns the pair's name. Only the oldest assets, and Tether against the dollar, have asset class prefixes in it. */
function formatKrakenPairId(assetId: string, quote: string, quoteId: string): string {
  const isOld = assetId.length === 4 && assetId.startsWith('X');
  return isOld || (assetId === 'USDT' && quote === 'USD') ? `${assetId}${quoteId}` : `${assetId}${quote}`;
}

export type KrakenAsset = {
  readonly id: string;
  readonly altname: string;
  readonly decimals: number;
  readonly displayDecimals: number;
};

/** Suffixes of earning balances, which are assets named after the coin's altname: flexible (`.F`) or locked. */
const KRAKEN_EARN_SUFFIXES = ['.F', '.B', '.M', '.S'] as const;

/**
 * Digits as in https://docs.kraken.com/api-reference/market-data/get-asset-info; `KFEE` is Kraken's fee credit, of which a
 * hundred pay a dollar of fees.
 */
export const krakenAssets: readonly KrakenAsset[] = [
  { id: 'ZEUR', altname: 'EUR', decimals: 4, displayDecimals: 2 },
  { id: 'ZUSD', altname: 'USD', decimals: 4, displayDecimals: 2 },
  { id: 'KFEE', altname: 'FEE', decimals: 2, displayDecimals: 2 },
  ...krakenRows.flatMap(([, id, altname]) =>
    [id, ...KRAKEN_EARN_SUFFIXES.map((extension) => altname + extension)].map((name) => ({
      id: name,
      altname: name === id ? altname : name,
      decimals: id === 'XXBT' ? 10 : 8,
      displayDecimals: 5,
    })),
  ),
  ...krakenFiat.map(([code]) => ({ id: `${code}.HOLD`, altname: `${code}.HOLD`, decimals: 4, displayDecimals: 2 })),
];

type FeeTiers = readonly (readonly [volume: number, percent: number])[];

/** Percentage by the traded volume of thirty days in dollars. */
export const krakenTakerFees: FeeTiers = [
  [0, 0.4],
  [10_000, 0.35],
  [50_000, 0.24],
  [100_000, 0.22],
];
export const krakenMakerFees: FeeTiers = [
  [0, 0.25],
  [10_000, 0.2],
  [50_000, 0.14],
  [100_000, 0.12],
];

export type CoinbaseProduct = Listing & { readonly id: string };

export const coinbaseProducts: readonly CoinbaseProduct[] = (
  [
    ['BTC', 'EUR', 2, 8],
    ['ETH', 'EUR', 2, 8],
    ['USDC', 'EUR', 4, 2],
    ['USDT', 'EUR', 4, 2],
    ['LINK', 'EUR', 3, 2],
    ['UNI', 'EUR', 4, 6],
    ['AAVE', 'EUR', 3, 3],
    ['BTC', 'USD', 2, 8],
    ['ETH', 'USD', 2, 8],
    ['USDT', 'USD', 5, 2],
    ['DAI', 'USD', 4, 5],
    ['LINK', 'USD', 3, 2],
    ['UNI', 'USD', 4, 6],
    ['AAVE', 'USD', 3, 3],
    ['POL', 'USD', 4, 2],
    ['WBTC', 'USD', 2, 8],
    ['CBBTC', 'USD', 2, 8],
  ] as const
).map(([base, quote, priceDecimals, amountDecimals]) => ({
  id: `${base}-${quote}`,
  base,
  quote,
  priceDecimals,
  amountDecimals,
}));

export type BitstampMarket = Listing & { readonly symbol: string };

export const bitstampMarkets: readonly BitstampMarket[] = (
  [
    ['BTC', 0, 0, 8],
    ['ETH', 1, 1, 8],
    ['USDC', 5, 5, 5],
    ['USDT', 5, 5, 5],
    ['DAI', 5, 5, 5],
    ['LINK', 3, 3, 8],
    ['UNI', 4, 4, 8],
    ['AAVE', 2, 2, 8],
    ['POL', 5, 5, 8],
  ] as const
).flatMap(([base, eurDecimals, usdDecimals, amountDecimals]) =>
  (['EUR', 'USD'] as const).map((quote) => ({
    symbol: `${base}${quote}`.toLowerCase(),
    base,
    quote,
    priceDecimals: quote === 'EUR' ? eurDecimals : usdDecimals,
    amountDecimals,
  })),
);
