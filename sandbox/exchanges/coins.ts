export type Coin = {
  readonly symbol: string;
  /** The price level in dollars. The price of a coin that `follows` another is that coin's price times `factor`. */
  readonly level: { readonly usd: number } | { readonly follows: string; readonly factor: number };
  /** Volatility relative to Bitcoin. */
  readonly volatility: number;
  /** Spread relative to Bitcoin. */
  readonly spread: number;
  /** Daily volume on one exchange, in dollars. */
  readonly dailyVolume: number;
};

/** In euros, Bitcoin costs about 60,000, Ether about 3,200 and a dollar coin about 0.92. */
export const coins: readonly Coin[] = [
  { symbol: 'BTC', level: { usd: 65_300 }, volatility: 1, spread: 1, dailyVolume: 180_000_000 },
  { symbol: 'ETH', level: { usd: 3_480 }, volatility: 1.2, spread: 1.2, dailyVolume: 90_000_000 },
  { symbol: 'USDC', level: { usd: 1 }, volatility: 0.02, spread: 0.6, dailyVolume: 40_000_000 },
  { symbol: 'USDT', level: { usd: 0.9996 }, volatility: 0.02, spread: 0.6, dailyVolume: 60_000_000 },
  { symbol: 'DAI', level: { usd: 0.9999 }, volatility: 0.03, spread: 1.5, dailyVolume: 900_000 },
  { symbol: 'LINK', level: { usd: 14.42 }, volatility: 1.4, spread: 3, dailyVolume: 4_200_000 },
  { symbol: 'UNI', level: { usd: 7.86 }, volatility: 1.4, spread: 4, dailyVolume: 1_900_000 },
  { symbol: 'AAVE', level: { usd: 104.3 }, volatility: 1.4, spread: 4, dailyVolume: 2_400_000 },
  { symbol: 'POL', level: { usd: 0.436 }, volatility: 1.4, spread: 4, dailyVolume: 1_300_000 },
  { symbol: 'WBTC', level: { follows: 'BTC', factor: 0.9991 }, volatility: 1, spread: 3, dailyVolume: 1_100_000 },
  { symbol: 'CBBTC', level: { follows: 'BTC', factor: 0.9996 }, volatility: 1, spread: 3, dailyVolume: 1_500_000 },
];

const bySymbol = new Map(coins.map((coin) => [coin.symbol, coin]));

export function getCoin(symbol: string): Coin {
  const coin = bySymbol.get(symbol);
  if (!coin) throw new Error(`the sandbox has no price for ${symbol}`);
  return coin;
}
