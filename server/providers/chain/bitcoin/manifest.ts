import { z } from 'zod';
import { chainVendorOf } from '../../defineVendor.ts';
import { assertOneSource, keySourceFields, keySourceVariables } from '../keySource.ts';

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
  /** The P2WPKH address that pays; its key is the signer's alone. */
  treasuryAddress: z
    .string()
    .regex(/^(?:bc|tb|bcrt)1q[02-9ac-hj-np-z]{38}$/, 'must be a P2WPKH address, such as bc1q…'),
  /** Satoshi per 1,000 virtual bytes, for when the node knows too little of the market to say. */
  fallbackFeeRate: z.number().int().min(1_000).default(10_000),
});

export type BitcoinConfig = z.output<typeof bitcoinConfigSchema>;

/** What the signer is set to pay bitcoins from. */
export const bitcoinKeySchema = bitcoinConfigSchema
  .pick({ chain: true, network: true })
  .extend(keySourceFields)
  .superRefine(assertOneSource);

export type BitcoinKeyConfig = z.output<typeof bitcoinKeySchema>;
export type BitcoinNetwork = BitcoinConfig['network'];

export const bitcoinVendor = chainVendorOf({
  id: 'bitcoin',
  family: 'chain',
  limits: { none: 'your own node; of a hosted node, that of its plan' },
  label: 'Bitcoin',
  namespace: 'bip122',
  config: bitcoinConfigSchema,
  variables: (prefix) => ({
    [`${prefix}_RPC_URL`]: { sets: 'rpcUrl', address: true },
    [`${prefix}_NETWORK`]: { sets: 'network' },
    [`${prefix}_TREASURY_ADDRESS`]: { sets: 'treasuryAddress' },
  }),
  configOf: ({ chain }) => ({ chain }),
  environmentOf: ({ network }) => (network === 'mainnet' ? 'live' : 'test'),
  create: async (config, { terms: { name, nativeAsset } }) => {
    const { createBitcoinChain } = await import('./bitcoin.ts');
    return createBitcoinChain({ ...config, name, nativeAsset });
  },
  key: {
    config: bitcoinKeySchema,
    variables: (prefix) => ({
      [`${prefix}_NETWORK`]: { sets: 'network' },
      ...keySourceVariables(prefix),
    }),
    configOf: ({ chain }) => ({ chain }),
    open: async (config, openSigner) =>
      (await import('./treasuryKey.ts')).openTreasuryKey(await openSigner(config), config),
  },
  openAddresses: async ({ terms }) => (await import('./addressReader.ts')).createBitcoinAddressReader(terms),
  ask: async (config) => (await import('./askNode.ts')).askNode(config),
});
