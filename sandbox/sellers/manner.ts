import { type LocalNetwork, localTokens } from '../chains/tokens.ts';

/** How a seller of coins does business. Shares are percent of what the buyer pays; amounts are in euros. */
export type Manner = {
  readonly id: string;
  readonly name: string;
  readonly feePercent: number;
  readonly leastFee: number;
  /** The part that the site which brought the buyer earns. */
  readonly affiliatePercent: number;
  /** Added to the market's price. */
  readonly spreadPercent: number;
  readonly networkFee: number;
  readonly least: number;
  readonly most: number;
  /** ISO 3166-1 alpha-2. */
  readonly refusedCountries: readonly string[];
  readonly currencies: readonly string[];
  readonly coins: readonly SellersCoin[];
};

export type SellersCoin = {
  readonly network: LocalNetwork;
  readonly symbol: string;
  /** Null for a native coin. */
  readonly contract: string | null;
  readonly decimals: number;
};

const native: readonly SellersCoin[] = [
  { network: 'bitcoin', symbol: 'BTC', contract: null, decimals: 8 },
  { network: 'ethereum', symbol: 'ETH', contract: null, decimals: 18 },
  { network: 'base', symbol: 'ETH', contract: null, decimals: 18 },
  { network: 'polygon', symbol: 'POL', contract: null, decimals: 18 },
];

/** All that the local chains know. */
export const sellersCoins: readonly SellersCoin[] = [...native, ...localTokens];

/** Ids of the public networks whose coins the local chains stand for. */
export const publicChainIds: Readonly<Record<Exclude<LocalNetwork, 'bitcoin'>, number>> = {
  ethereum: 1,
  base: 8453,
  polygon: 137,
};
