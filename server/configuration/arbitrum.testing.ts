/** The row values of a network that does not come with the product, its coin, and a token on it. */
export const ARBITRUM = {
  chain: 'eip155:42161',
  name: 'Arbitrum One',
  nativeCrypto: 'ETH_ARBITRUM',
  expectedMinutes: 2,
  explorerUrl: 'https://arbiscan.io/tx/',
  tokens: 'erc20',
  confirmations: 20,
};

export const ETH_ARBITRUM = {
  symbol: 'ETH',
  name: 'Ether',
  network: 'arbitrum',
  decimals: 18,
  asset: 'slip44:60',
  spread: '0.01',
};

export const USDC_ARBITRUM = {
  ...ETH_ARBITRUM,
  symbol: 'USDC',
  name: 'USD Coin',
  decimals: 6,
  asset: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
};
