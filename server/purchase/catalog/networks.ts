import type { Network } from './catalog.ts';

const BITCOIN = 'bip122:000000000019d6689c085ae165831e93';

/** Networks with an adapter; what is sold on them is the operator's to decide. */
export const networks: readonly Network[] = [
  {
    id: 'bitcoin',
    chain: BITCOIN,
    name: 'Bitcoin',
    nativeCrypto: 'BTC',
    expectedMinutes: 12,
    explorerUrl: 'https://mempool.space/tx/',
  },
  {
    id: 'ethereum',
    chain: 'eip155:1',
    name: 'Ethereum',
    nativeCrypto: 'ETH',
    expectedMinutes: 4,
    explorerUrl: 'https://etherscan.io/tx/',
  },
  {
    id: 'base',
    chain: 'eip155:8453',
    name: 'Base',
    nativeCrypto: 'ETH_BASE',
    expectedMinutes: 2,
    explorerUrl: 'https://basescan.org/tx/',
  },
  {
    id: 'polygon',
    chain: 'eip155:137',
    name: 'Polygon',
    nativeCrypto: 'POL',
    expectedMinutes: 2,
    explorerUrl: 'https://polygonscan.com/tx/',
  },
];
