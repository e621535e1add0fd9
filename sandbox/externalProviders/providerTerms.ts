import {
  type EvmNetwork,
  evmNetworks,
  getNativeSymbol,
  getPublicChainId,
  type LocalNetwork,
} from '../chains/localNetworks.ts';
import { localTokens } from '../chains/tokens.ts';

/** Terms of an external provider. Shares are percentages of the payment; amounts are in euros. */
export type ProviderTerms = {
  readonly id: string;
  readonly name: string;
  readonly feePercent: number;
  readonly leastFee: number;
  /** Commission of the referring site. */
  readonly affiliatePercent: number;
  /** Added to the market price. */
  readonly spreadPercent: number;
  readonly networkFee: number;
  readonly least: number;
  readonly most: number;
  /** ISO 3166-1 alpha-2. */
  readonly refusedCountries: readonly string[];
  readonly currencies: readonly string[];
  readonly coins: readonly ProviderCoin[];
};

export type ProviderCoin = {
  readonly network: LocalNetwork;
  readonly symbol: string;
  /** Null for a native coin. */
  readonly contract: string | null;
  readonly decimals: number;
};

const nativeCoins: readonly ProviderCoin[] = [
  { network: 'bitcoin', symbol: 'BTC', contract: null, decimals: 8 },
  ...evmNetworks.map((network) => ({ network, symbol: getNativeSymbol(network), contract: null, decimals: 18 })),
];

/** All coins of the local chains. */
export const providerCoins: readonly ProviderCoin[] = [...nativeCoins, ...localTokens];

/** Chain ids of the public networks that the local chains represent. */
export const publicChainIds = Object.fromEntries(
  evmNetworks.map((network) => [network, getPublicChainId(network)]),
) as Readonly<Record<EvmNetwork, number>>;
