import { resolve } from 'node:path';
import { z } from 'zod';
import { krakenTiers } from '../exchanges/krakenLimits.ts';
import { assignSandboxPorts } from '../world/ports.ts';

const HIGHEST_PORT = 65_535;
const PORT_COUNT = Object.keys(assignSandboxPorts(0)).length;

const schema = z
  .object({
    SANDBOX_PORT: z.coerce
      .number()
      .int()
      .min(1)
      .max(HIGHEST_PORT - PORT_COUNT + 1)
      .default(8090),
    PORT: z.coerce.number().int().min(1).max(HIGHEST_PORT).default(8080),
    DATA_DIR: z.string().default('.data'),
    DATABASE_URL: z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'must be a postgres:// address')
      .optional(),
    PRODUCT_URL: z.url({ protocol: /^https?$/ }).optional(),
    SANDBOX_BLOCK_SECONDS: z.coerce.number().positive().max(3_600).optional(),
    KRAKEN_TIER: z.enum(krakenTiers).optional(),
  })
  .transform((given) => ({
    port: given.SANDBOX_PORT,
    /** An absolute path of a folder in which each stand-in has its own folder. */
    dataDir: resolve(given.DATA_DIR, 'sandbox'),
    databaseUrl: given.DATABASE_URL,
    productUrl: (given.PRODUCT_URL ?? `http://localhost:${given.PORT}`).replace(/\/+$/, ''),
    /** Block interval of the local chains; unset: the chains' defaults. */
    blockSeconds: given.SANDBOX_BLOCK_SECONDS,
    /** The tier whose limits Kraken's stand-in enforces; the product reads the same variable. */
    krakenTier: given.KRAKEN_TIER,
  }));

export type SandboxSettings = z.infer<typeof schema>;

/** Returns the sandbox's settings. Throws one line that names every invalid variable. An empty variable counts as unset. */
export function readSandboxSettings(environment: Readonly<Record<string, string | undefined>>): SandboxSettings {
  const filled = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = schema.safeParse(filled);
  if (parsed.success) return parsed.data;
  throw new Error(parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '));
}
