import { z } from 'zod';

/** What an operator sets to pay out on an EVM network. */
export const evmManifest = {
  id: 'evm',
  label: 'EVM network',
  family: 'chain',
  config: z.strictObject({
    /** CAIP-2 id of the network as the catalog knows it. */
    network: z.string().regex(/^eip155:\d+$/),
    rpcUrl: z.url({ protocol: /^https?$/ }),
    /** The id that signatures are bound to (EIP-155); a local chain has its own. */
    chainId: z.number().int().positive(),
    privateKey: z.string().regex(/^0x[0-9a-fA-F]{64}$/),
    /** Blocks after which a payout counts as delivered, or that finality usually takes. */
    confirmations: z.number().int().positive(),
    /** Wait for the node's own word for final instead of counting. */
    deliveredWhenFinal: z.boolean(),
    /** On a rollup of the OP stack: the contract that tells what its data costs on the chain below. */
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
  }),
} as const;

/** The same on Base, OP Mainnet and every other network of that stack (https://docs.optimism.io, predeploys). */
export const OP_STACK_FEE_ORACLE = '0x420000000000000000000000000000000000000F';

export type EvmConfig = z.infer<typeof evmManifest.config>;
