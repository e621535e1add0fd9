import { z } from 'zod';
import { chainVendorOf } from '../../defineVendor.ts';
import { isTestChain } from './testChains.ts';

/** What an operator sets to pay out on an EVM network: its node and key by variables, the rest in the network's row. */
export const evmConfigSchema = z.strictObject({
  /** CAIP-2 id of the network as the catalog knows it. */
  network: z.string().regex(/^eip155:\d+$/, 'must be eip155:N'),
  rpcUrl: z.url({ protocol: /^https?$/ }),
  /** The id that signatures are bound to (EIP-155); a local chain has its own. */
  chainId: z.coerce.number().int().positive(),
  privateKey: z
    .string()
    .regex(/^(?:0x)?[0-9a-fA-F]{64}$/, 'must be 32 bytes in hexadecimal')
    .transform((key) => (key.startsWith('0x') ? key : `0x${key}`)),
  /** Blocks after which a payout counts as delivered, or that finality usually takes. */
  confirmations: z.number('is needed on an EVM network').int().positive(),
  /** Wait for the node's own word for final instead of counting. */
  deliveredWhenFinal: z.boolean().default(false),
  /**
   * On a rollup of the OP stack: the contract that tells what its data costs on the chain below, the same on every such
   * network (https://docs.optimism.io, predeploys).
   */
  l1FeeOracle: z
    .string()
    .regex(/^0x[0-9a-fA-F]{40}$/)
    .optional(),
  /** The least tip that validators take, in wei. */
  minimumTip: z
    .string()
    .regex(/^\d{1,30}$/)
    .transform(BigInt)
    .optional(),
});

export type EvmConfig = z.infer<typeof evmConfigSchema>;

export const evmVendor = chainVendorOf({
  id: 'evm',
  family: 'chain',
  label: 'EVM network',
  namespace: 'eip155',
  config: evmConfigSchema,
  variables: (prefix) => ({
    [`${prefix}_RPC_URL`]: { sets: 'rpcUrl', address: true },
    [`${prefix}_CHAIN_ID`]: { sets: 'chainId' },
    EVM_TREASURY_KEY: { sets: 'privateKey', secret: true },
  }),
  configOf: ({ chain, confirmations, deliveredWhenFinal, l1FeeOracle, minimumTip }) => ({
    network: chain,
    chainId: chain.split(':')[1],
    confirmations,
    deliveredWhenFinal,
    l1FeeOracle,
    minimumTip,
  }),
  environmentOf: ({ chainId }) => (isTestChain(chainId) ? 'test' : 'live'),
  create: async ({ privateKey, ...config }, { terms, tokenContracts }) => {
    const [{ createEvmChain }, { createLocalSigner }] = await Promise.all([
      import('./evm.ts'),
      import('./localSigner.ts'),
    ]);
    return createEvmChain({
      ...config,
      signer: createLocalSigner({ privateKey, chainId: config.chainId }),
      name: terms.name,
      nativeAsset: terms.nativeAsset,
      knownContracts: tokenContracts,
    });
  },
  openAddresses: async ({ terms, tokenContracts }) =>
    (await import('./addressReader.ts')).createEvmAddressReader(terms, tokenContracts),
  ask: async (config) => (await import('./askNode.ts')).askNode(config),
});
