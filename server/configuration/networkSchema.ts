import { z } from 'zod';

const text = z.string().trim().min(1).max(200);

/** Schema of a network's row. `tokens` and the fields after it apply only to kinds of networks that use them. */
export const networkSchema = z.strictObject({
  /** CAIP-2: `eip155:N` is an EVM network. */
  chain: z.string().regex(/^[-a-z0-9]{3,8}:[-_a-zA-Z0-9]{1,32}$/, 'must be a CAIP-2 id such as eip155:42161'),
  name: text,
  nativeCrypto: text,
  expectedMinutes: z.int().min(1).max(10_080),
  explorerUrl: z.url({ protocol: /^https?$/ }),
  /** Maximum fee of one payout, in the native coin. */
  maximumFee: z
    .string()
    .regex(/^(?:0|[1-9]\d{0,20})(?:\.\d{1,18})?$/, 'must be a plain decimal of the native coin such as 0.03')
    .optional(),
  tokens: z
    .string()
    .regex(/^[-a-z0-9]{3,8}$/, 'must be a CAIP-19 namespace such as erc20')
    .optional(),
  confirmations: z.int().min(1).max(10_000).optional(),
  deliveredWhenFinal: z.boolean().optional(),
  l1FeeOracle: z
    .string()
    .regex(/^0x[0-9a-fA-F]{40}$/, 'must be a contract address')
    .optional(),
  minimumTip: z
    .string()
    .regex(/^\d{1,30}$/, 'must be a whole number of wei')
    .optional(),
});
