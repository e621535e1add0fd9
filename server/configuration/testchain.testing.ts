/** Rows of an invented network, its coin, and a token on it, which the product's seeds do not contain. */
export const TESTCHAIN = {
  chain: 'eip155:987654321987',
  name: 'Testchain',
  nativeCrypto: 'ETH_TESTCHAIN',
  expectedMinutes: 2,
  explorerUrl: 'https://explorer.example/tx/',
  tokens: 'erc20',
  confirmations: 20,
};

export const ETH_TESTCHAIN = {
  symbol: 'ETH',
  name: 'Ether',
  network: 'testchain',
  decimals: 18,
  asset: 'slip44:60',
  spread: '0.01',
};

export const USDC_TESTCHAIN = {
  ...ETH_TESTCHAIN,
  symbol: 'USDC',
  name: 'USD Coin',
  decimals: 6,
  asset: '0x7357000000000000000000000000000000007357',
};
