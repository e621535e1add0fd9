import { z } from 'zod';

const url = z.url();
const port = z.coerce.number().int().min(1).max(65_535);
const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  );
const hexKey = z.string().regex(/^(0x)?[0-9a-fA-F]{64}$/, 'must be 32 bytes in hexadecimal');

/** Every variable that the server reads, once, at its start. */
const variables = z.object({
  PORT: port.default(8080),
  ROLE: z.enum(['all', 'api', 'worker']).default('all'),
  PUBLIC_URL: url,
  DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, 'must be a postgres:// address'),
  SLIPWAY_SECRET: z.string().min(32, 'must have at least 32 characters'),
  /** Set by `npm start` alone: plain HTTP, local chains, `x-sandbox-country`. */
  SLIPWAY_SANDBOX: z.enum(['0', '1']).default('0'),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  OPERATOR_NAME: z.string().min(1).max(40).default('Slipway'),
  DEFAULT_COUNTRY: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .default('DE'),
  TRUSTED_PROXIES: list,
  /** Folders of the operator's own first values, before those that come with the product. */
  CONFIGURATION_SEEDS: list,
  /** The operator's own languages, and own texts for those that come with the product: files named like `de-DE.json`. */
  LANGUAGES_FOLDER: z.string().min(1).optional(),
  /** The operator's own terms of service, in the place of those that come with the product: files named like `de-DE.html`. */
  TERMS_FOLDER: z.string().min(1).optional(),
  RATE_LIMITS: z.enum(['on', 'off']).default('on'),
  /** The bearer token that opens /metrics; without one only this machine may read it. */
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  EXPLORER_URL: url.optional(),

  STRIPE_SECRET_KEY: z.string().min(1),
  STRIPE_PUBLISHABLE_KEY: z.string().min(1),
  STRIPE_WEBHOOK_SECRET: z.string().min(1),
  STRIPE_API_URL: url.optional(),
  STRIPE_SCRIPT_URL: url.optional(),

  SUMSUB_APP_TOKEN: z.string().min(1),
  SUMSUB_SECRET_KEY: z.string().min(1),
  SUMSUB_WEBHOOK_SECRET: z.string().min(1),
  SUMSUB_LEVEL: z.string().min(1),
  SUMSUB_API_URL: url.optional(),

  KRAKEN_API_KEY: z.string().min(1),
  KRAKEN_API_SECRET: z.string().min(1),
  KRAKEN_API_URL: url.optional(),
  COINBASE_API_URL: url.optional(),
  BITSTAMP_API_URL: url.optional(),

  ECB_RATES_URL: url.optional(),
  OPEN_EXCHANGE_RATES_URL: url.optional(),
  OPEN_EXCHANGE_RATES_APP_ID: z.string().min(1),

  /** A folder or address of published lists of addresses that must not be paid. */
  SANCTIONS_LIST_URL: url.optional(),
  SANCTIONS_REFRESH_SECONDS: z.coerce.number().int().min(1).max(86_400).default(600),
  SANCTIONS_LIST_PATH: z.string().min(1).optional(),

  /** Where the bank's statements come and the transfer files go; without it no bank transfer is offered. */
  BANK_FILES_FOLDER: z.string().min(1).optional(),

  SMTP_URL: z.string().regex(/^smtps?:\/\//, 'must be an smtp:// or smtps:// address'),
  MAIL_FROM: z.string().min(3),

  BITCOIN_RPC_URL: url,
  BITCOIN_NETWORK: z.enum(['mainnet', 'testnet', 'regtest']).default('mainnet'),
  BITCOIN_TREASURY_KEY: hexKey,
  ETHEREUM_RPC_URL: url,
  ETHEREUM_CHAIN_ID: z.coerce.number().int().positive().default(1),
  BASE_RPC_URL: url,
  BASE_CHAIN_ID: z.coerce.number().int().positive().default(8453),
  POLYGON_RPC_URL: url,
  POLYGON_CHAIN_ID: z.coerce.number().int().positive().default(137),
  EVM_TREASURY_KEY: hexKey,
});

export type Environment = z.infer<typeof variables>;

/** Each line names a variable and what is wrong with it. */
export class EnvironmentError extends Error {
  override name = 'EnvironmentError';
}

/** Throws {@link EnvironmentError} naming every variable that is missing or malformed, all at once. */
export function readEnvironment(source: Readonly<Record<string, string | undefined>>): Environment {
  const filled = Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = variables.safeParse(filled);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => {
      const name = String(issue.path[0]);
      return filled[name] === undefined ? `${name} is missing` : `${name} ${issue.message}`;
    });
    throw new EnvironmentError(lines.join('\n'));
  }
  if (parsed.data.SLIPWAY_SANDBOX === '0' && !parsed.data.PUBLIC_URL.startsWith('https://')) {
    throw new EnvironmentError('PUBLIC_URL must be an https:// address');
  }
  if (parsed.data.SLIPWAY_SANDBOX === '0' && parsed.data.RATE_LIMITS === 'off')
    throw new EnvironmentError('RATE_LIMITS can be off in the sandbox only');
  return parsed.data;
}
