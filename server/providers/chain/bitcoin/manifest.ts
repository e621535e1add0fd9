import { z } from 'zod';

/** What an operator sets to pay out bitcoins. */
export const bitcoinManifest = {
  id: 'bitcoin',
  label: 'Bitcoin',
  family: 'chain',
  config: z.strictObject({
    /** The network whose addresses are paid; a regtest node is also paid in the mainnet's format. */
    network: z.enum(['mainnet', 'testnet', 'regtest']).default('mainnet'),
    /**
     * JSON-RPC of a bitcoind with `-txindex`, with user and password in the address where it wants them. Its wallet
     * watches the treasury's address (`importdescriptors`, no keys) and is named in the path: `…/wallet/treasury`.
     */
    rpcUrl: z.url({ protocol: /^https?$/ }),
    /** Of the P2WPKH address that pays. */
    privateKey: z
      .string()
      .regex(/^(?:0x)?[0-9a-fA-F]{64}$/)
      .transform((key) => key.replace(/^0x/, '')),
    /** Satoshi per 1,000 virtual bytes, for when the node knows too little of the market to say. */
    fallbackFeeRate: z.number().int().min(1_000).default(10_000),
  }),
} as const;

export type BitcoinConfig = z.output<typeof bitcoinManifest.config>;
export type BitcoinNetwork = BitcoinConfig['network'];
