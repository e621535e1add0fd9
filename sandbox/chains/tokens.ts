export type EvmNetwork = 'ethereum' | 'base' | 'polygon';

export type LocalNetwork = 'bitcoin' | EvmNetwork;

export type LocalToken = {
  readonly network: EvmNetwork;
  readonly symbol: string;
  readonly name: string;
  /** The real token's address on the public chain, in EIP-55 form. */
  readonly contract: `0x${string}`;
  readonly decimals: number;
};

/** The tokens of the local chains, at their addresses on the public ones. */
export const localTokens: readonly LocalToken[] = [
  token('ethereum', 'USDC', 'USD Coin', '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48', 6),
  token('ethereum', 'USDT', 'Tether USD', '0xdAC17F958D2ee523a2206206994597C13D831ec7', 6),
  token('ethereum', 'DAI', 'Dai Stablecoin', '0x6B175474E89094C44Da98b954EedeAC495271d0F', 18),
  token('ethereum', 'LINK', 'ChainLink Token', '0x514910771AF9Ca656af840dff83E8264EcF986CA', 18),
  token('ethereum', 'UNI', 'Uniswap', '0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984', 18),
  token('ethereum', 'AAVE', 'Aave Token', '0x7Fc66500c84A76Ad7e9c93437bFc5Ac33E2DDaE9', 18),
  token('ethereum', 'WBTC', 'Wrapped BTC', '0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599', 8),
  token('base', 'USDC', 'USD Coin', '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', 6),
  token('base', 'cbBTC', 'Coinbase Wrapped BTC', '0xcbB7C0000aB88B473b1f5aFd9ef808440eed33Bf', 8),
  token('polygon', 'USDC', 'USD Coin', '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359', 6),
  token('polygon', 'USDT', 'Tether USD', '0xc2132D05D31c914a87C6611C10748AEb04B58e8F', 6),
];

function token(
  network: EvmNetwork,
  symbol: string,
  name: string,
  contract: `0x${string}`,
  decimals: number,
): LocalToken {
  return { network, symbol, name, contract, decimals };
}

export function listTokens(network: EvmNetwork): readonly LocalToken[] {
  return localTokens.filter((candidate) => candidate.network === network);
}
