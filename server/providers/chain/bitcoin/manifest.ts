import { z } from 'zod';
import { defineChainVendor } from '../../defineVendor.ts';
import { buildKeySourceVariables, checkKeySource, keySourceFields } from '../keySource.ts';

/** CAIP-2 id: the first bytes of the mainnet's genesis block hash. */
export const BITCOIN_CHAIN = 'bip122:000000000019d6689c085ae165831e93';

/** Configuration by the operator for paying out bitcoins. */
export const bitcoinConfigSchema = z.strictObject({
  chain: z.literal(BITCOIN_CHAIN).default(BITCOIN_CHAIN),
  /** The network whose addresses are paid; with a regtest node, mainnet addresses are paid too. */
  network: z.enum(['mainnet', 'testnet', 'regtest']).default('mainnet'),
  /**
   * JSON-RPC of a bitcoind, with user and password in the URL if required. Its wallet watches the treasury's address
   * (`importdescriptors`, no keys) and is named in the path: `…/wallet/treasury`.
   */
  rpcUrl: z.url({ protocol: /^https?$/ }),
  /** The paying P2WPKH address; only the signer has its key. */
  treasuryAddress: z
    .string()
    .regex(/^(?:bc|tb|bcrt)1q[02-9ac-hj-np-z]{38}$/, 'must be a P2WPKH address, such as bc1q…'),
  /** Satoshi per 1,000 virtual bytes, used while the node has too little data for an estimate. */
  fallbackFeeRate: z.number().int().min(1_000).default(10_000),
});

export type BitcoinConfig = z.output<typeof bitcoinConfigSchema>;

/** Configuration of the signer for paying out bitcoins. */
export const bitcoinKeySchema = bitcoinConfigSchema
  .pick({ chain: true, network: true })
  .extend(keySourceFields)
  .superRefine(checkKeySource);

export type BitcoinKeyConfig = z.output<typeof bitcoinKeySchema>;
export type BitcoinNetwork = BitcoinConfig['network'];

export const bitcoinVendor = defineChainVendor({
  id: 'bitcoin',
  family: 'chain',
  limits: { none: 'your own node; for a hosted node, see its plan' },
  label: 'Bitcoin',
  namespace: 'bip122',
  hasContracts: false,
  config: bitcoinConfigSchema,
  variables: (prefix) => ({
    [`${prefix}_RPC_URL`]: { sets: 'rpcUrl', address: true },
    [`${prefix}_NETWORK`]: { sets: 'network' },
    [`${prefix}_TREASURY_ADDRESS`]: { sets: 'treasuryAddress' },
  }),
  getConfig: ({ chain }) => ({ chain }),
  getEnvironment: ({ network }) => (network === 'mainnet' ? 'live' : 'test'),
  create: async (config, { terms: { name, nativeAsset } }) => {
    const { createBitcoinChain } = await import('./bitcoin.ts');
    return createBitcoinChain({ ...config, name, nativeAsset });
  },
  key: {
    config: bitcoinKeySchema,
    variables: (prefix) => ({
      [`${prefix}_NETWORK`]: { sets: 'network' },
      ...buildKeySourceVariables(prefix),
    }),
    getConfig: ({ chain }) => ({ chain }),
    open: async (config, openSigner) =>
      (await import('./treasuryKey.ts')).openTreasuryKey(await openSigner(config), config),
  },
  openAddresses: async ({ terms }) => (await import('./addressReader.ts')).createBitcoinAddressReader(terms),
  checkCredentials: async (config) => (await import('./checkBitcoinNode.ts')).checkBitcoinNode(config),
});
