import { z } from 'zod';
import { defineChainVendor } from '../../defineVendor.ts';
import { buildKeySourceVariables, checkKeySource, keySourceFields } from '../keySource.ts';
import { isTestChain } from './testChains.ts';

/**
 * Configuration by the operator for paying out on an EVM network: node and paying address by variables, the rest in the
 * network's row.
 */
export const evmConfigSchema = z.strictObject({
  /** CAIP-2 id of the network in the catalog. */
  network: z.string().regex(/^eip155:\d+$/, 'must be eip155:N'),
  rpcUrl: z.url({ protocol: /^https?$/ }),
  /** The id in signatures (EIP-155); on a local chain it differs from the id in `network`. */
  chainId: z.coerce.number().int().positive(),
  /** The paying address; only the signer has its key. */
  treasuryAddress: z.string().regex(/^0x[0-9a-fA-F]{40}$/, 'must be an address, 0x and 40 digits in hexadecimal'),
  /** Blocks after which a payout counts as delivered; with `deliveredWhenFinal`, the usual number until finality. */
  confirmations: z.number('is needed on an EVM network').int().positive(),
  /** Wait until the node reports finality instead of counting blocks. */
  deliveredWhenFinal: z.boolean().default(false),
  /**
   * On a rollup of the OP stack: the contract that returns the fee for data on the layer below, the same on every such
   * network (https://docs.optimism.io, predeploys).
   */
  l1FeeOracle: z
    .string()
    .regex(/^0x[0-9a-fA-F]{40}$/)
    .optional(),
  /** Lowest tip that validators accept, in wei. */
  minimumTip: z
    .string()
    .regex(/^\d{1,30}$/)
    .transform(BigInt)
    .optional(),
});

export type EvmConfig = z.infer<typeof evmConfigSchema>;

/** Configuration of the signer for an EVM network. */
export const evmKeySchema = evmConfigSchema
  .pick({ network: true, chainId: true })
  .extend(keySourceFields)
  .superRefine(checkKeySource);

export type EvmKeyConfig = z.infer<typeof evmKeySchema>;

export const evmVendor = defineChainVendor({
  id: 'evm',
  family: 'chain',
  limits: { none: 'your own node; for a hosted node, see its plan' },
  label: 'EVM network',
  namespace: 'eip155',
  hasContracts: true,
  config: evmConfigSchema,
  variables: (prefix) => ({
    [`${prefix}_RPC_URL`]: { sets: 'rpcUrl', address: true },
    [`${prefix}_CHAIN_ID`]: { sets: 'chainId' },
    EVM_TREASURY_ADDRESS: { sets: 'treasuryAddress' },
  }),
  getConfig: ({ chain, confirmations, deliveredWhenFinal, l1FeeOracle, minimumTip }) => ({
    network: chain,
    chainId: chain.split(':')[1],
    confirmations,
    deliveredWhenFinal,
    l1FeeOracle,
    minimumTip,
  }),
  getEnvironment: ({ chainId }) => (isTestChain(chainId) ? 'test' : 'live'),
  create: async (config, { terms, tokenContracts }) => {
    const { createEvmChain } = await import('./evm.ts');
    return createEvmChain({
      ...config,
      name: terms.name,
      nativeAsset: terms.nativeAsset,
      knownContracts: tokenContracts,
    });
  },
  openAddresses: async ({ terms, tokenContracts }) =>
    (await import('./addressReader.ts')).createEvmAddressReader(terms, tokenContracts),
  key: {
    config: evmKeySchema,
    variables: (prefix) => ({
      [`${prefix}_CHAIN_ID`]: { sets: 'chainId' },
      ...buildKeySourceVariables('EVM'),
    }),
    getConfig: ({ chain }) => ({ network: chain, chainId: chain.split(':')[1] }),
    open: async (config, openSigner) =>
      (await import('./treasuryKey.ts')).openTreasuryKey(await openSigner(config), config),
  },
  checkCredentials: async (config) => (await import('./checkEvmNode.ts')).checkEvmNode(config),
});
