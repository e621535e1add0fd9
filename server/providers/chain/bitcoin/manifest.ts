import { z } from 'zod';
import { chainVendorOf } from '../../defineVendor.ts';

/** CAIP-2: the first bytes of the mainnet's genesis block. */
export const BITCOIN_CHAIN = 'bip122:000000000019d6689c085ae165831e93';

/** What an operator sets to pay out bitcoins. */
export const bitcoinConfigSchema = z.strictObject({
  chain: z.literal(BITCOIN_CHAIN).default(BITCOIN_CHAIN),
  /** The network whose addresses are paid; a regtest node is also paid in the mainnet's format. */
  network: z.enum(['mainnet', 'testnet', 'regtest']).default('mainnet'),
  /**
   * JSON-RPC of a bitcoind, with user and password in the address where it wants them. Its wallet watches the treasury's
   * address (`importdescriptors`, no keys) and is named in the path: `…/wallet/treasury`.
   */
  rpcUrl: z.url({ protocol: /^https?$/ }),
  /** Of the P2WPKH address that pays. */
  privateKey: z
    .string()
    .regex(/^(?:0x)?[0-9a-fA-F]{64}$/, 'must be 32 bytes in hexadecimal')
    .transform((key) => key.replace(/^0x/, '')),
  /** Satoshi per 1,000 virtual bytes, for when the node knows too little of the market to say. */
  fallbackFeeRate: z.number().int().min(1_000).default(10_000),
});

export type BitcoinConfig = z.output<typeof bitcoinConfigSchema>;
export type BitcoinNetwork = BitcoinConfig['network'];

export const bitcoinVendor = chainVendorOf({
  id: 'bitcoin',
  family: 'chain',
  label: 'Bitcoin',
  namespace: 'bip122',
  config: bitcoinConfigSchema,
  variables: (prefix) => ({
    [`${prefix}_RPC_URL`]: { sets: 'rpcUrl', address: true },
    [`${prefix}_NETWORK`]: { sets: 'network' },
    [`${prefix}_TREASURY_KEY`]: { sets: 'privateKey', secret: true },
  }),
  configOf: ({ chain }) => ({ chain }),
  environmentOf: ({ network }) => (network === 'mainnet' ? 'live' : 'test'),
  create: async ({ privateKey, ...config }, { terms: { name, nativeAsset } }) => {
    const [{ createBitcoinChain }, { createLocalSigner }] = await Promise.all([
      import('./bitcoin.ts'),
      import('./localSigner.ts'),
    ]);
    const signer = createLocalSigner({ privateKey, network: config.network });
    return createBitcoinChain({ ...config, signer, name, nativeAsset });
  },
  openAddresses: async ({ terms }) => (await import('./addressReader.ts')).createBitcoinAddressReader(terms),
  ask: async (config) => (await import('./askNode.ts')).askNode(config),
});
