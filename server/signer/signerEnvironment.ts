import { relative } from 'node:path';
import { z } from 'zod';
import cryptos from '../configuration/seeds/cryptos.json' with { type: 'json' };
import {
  EnvironmentError,
  formerSecrets,
  healthPort,
  metricsToken,
  operatorRootKeys,
  pickSetVariables,
  slipwaySecret,
  variableList,
} from '../platform/config/environment.ts';
import { listenAddress } from '../platform/http/listen.ts';

function readCap(cap: string): readonly [id: string, coins: string] {
  const [id = '', coins = ''] = cap.split('=');
  return [id, coins];
}

/** The most of a coin on one network within a day, by symbol. */
const COINS_PER_DAY: Readonly<Record<string, string>> = {
  BTC: '2',
  WBTC: '2',
  cbBTC: '2',
  ETH: '40',
  USDC: '150000',
  USDT: '150000',
  DAI: '150000',
  LINK: '8000',
  UNI: '15000',
  AAVE: '600',
  POL: '500000',
};

/**
 * The most of each coin that Slipway ships with, within a day, in whole coins: some 100,000 to 150,000 EUR at the prices of
 * 2026. A cap in coins holds even if prices or digits were read wrong. The coins come from the program's own files, not from
 * the database.
 */
export const DEFAULT_COINS_PER_DAY: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(cryptos).flatMap(([id, { symbol }]) => {
    const cap = COINS_PER_DAY[symbol];
    return cap === undefined ? [] : [[id, cap]];
  }),
);

const euros = (byDefault: number) => z.coerce.number().int().min(1).max(1_000_000_000).default(byDefault);

/** The signer's own variables, read once at its start; it reads none of the other processes'. */
const variables = z.object({
  /** The URL with the signer's own database role, which reads the tables it needs and writes only its own. */
  DATABASE_URL: z.string().regex(/^postgres(ql)?:\/\//, 'must be a postgres:// address'),
  /** The same secret as in the other processes, which seal orders with it. */
  SLIPWAY_SECRET: slipwaySecret,
  SLIPWAY_FORMER_SECRETS: formerSecrets,
  /** The secret for the MACs of the records. No other process has it. */
  SIGNER_SECRET: z.string().min(32, 'must have at least 32 characters'),
  SIGNER_SOCKET: z.string().min(1),
  /** Distinguishes the signers of a pair. */
  SIGNER_NAME: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{0,62}$/, 'must be of small letters, digits, dots and hyphens')
    .default('signer'),
  /** How long the passive signer waits without a renewal of the lease before it takes over. */
  SIGNER_LEASE_SECONDS: z.coerce.number().int().min(2).max(300).default(15),
  /**
   * A folder on this machine that only the signer's user may access: the records' heads and journals, accepted rows and
   * stops.
   */
  SIGNER_FOLDER: z.string().min(1),
  /** The exchange folder with the bank, shared with the worker: files of refunds are handed over there. */
  BANK_FILES_FOLDER: z.string().min(1).optional(),
  /**
   * The folder in which the bank's client keeps a copy of each received file. Only the client may write there, above all not
   * the worker. Without it no transfer counts as paid.
   */
  BANK_RECEIVED_FOLDER: z.string().min(1).optional(),
  /** `ignored` for a bank that skips numbers of its statements: otherwise a gap counts as a missing statement. */
  BANK_STATEMENT_NUMBERS: z.enum(['counted', 'ignored']).default('counted'),
  CONFIGURATION_SEEDS: variableList,
  SLIPWAY_SANDBOX: z.enum(['0', '1']).default('0'),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  HEALTH_PORT: healthPort,
  LISTEN_ADDRESS: listenAddress,
  METRICS_TOKEN: metricsToken,
  /** Limits in whole euros, fees included. */
  SIGNER_EUR_PER_TRANSACTION: euros(50_000),
  SIGNER_EUR_PER_HOUR: euros(100_000),
  SIGNER_EUR_PER_DAY: euros(500_000),
  SIGNER_EUR_PER_FEE: euros(100),
  /** Limits of single coins within a day, in whole coins: `BTC=2,ETH=40`. Replaces the default of each coin that it names. */
  SIGNER_COINS_PER_DAY: z
    .string()
    .regex(/^(?:[A-Z0-9_]{1,20}=\d{1,15}(?:,(?!$)|$))*$/, 'must be written like BTC=2,ETH=40')
    .default('')
    .transform((text) => new Map(text.split(',').flatMap((cap) => (cap === '' ? [] : [readCap(cap)])))),
  /** The root keys of the first admins. They decide whose statements count, as in the other processes. */
  OPERATOR_ROOT_KEYS: operatorRootKeys,
  /** Above this, a manual match of a transfer and a withdrawal to another address than the treasury's need two people. */
  SIGNER_SECOND_APPROVAL_ABOVE_EUR: z.coerce.number().int().min(0).max(1_000_000).default(1_000),
  /**
   * The most that may be sent, in percent of the buyer's payment. Above 100, since prices move between the quote and the
   * payout.
   */
  SIGNER_VALUE_PERCENT: z.coerce.number().int().min(100).max(200).default(120),
});

/** Checks two variables that are safe only together. */
const bankFolders = variables.superRefine(({ BANK_FILES_FOLDER: shared, BANK_RECEIVED_FOLDER: received }, context) => {
  const refuse = (message: string) =>
    context.addIssue({ code: 'custom', path: ['BANK_RECEIVED_FOLDER'], message, input: received });
  if (shared !== undefined && received === undefined) refuse('is needed in addition to BANK_FILES_FOLDER');
  if (shared !== undefined && received !== undefined && !relative(shared, received).startsWith('..'))
    refuse('must not be within BANK_FILES_FOLDER, where the worker writes');
});

export const signerVariables = variables.shape;

export type SignerEnvironment = z.output<typeof variables>;

/** Throws an {@link EnvironmentError} with every variable that is missing or malformed. */
export function readSignerEnvironment(source: Readonly<Record<string, string | undefined>>): SignerEnvironment {
  const filled = pickSetVariables(source);
  const parsed = bankFolders.safeParse(filled);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => {
    const name = String(issue.path[0]);
    return filled[name] === undefined ? `${name} is missing` : `${name} ${issue.message}`;
  });
  throw new EnvironmentError(lines.join('\n'));
}
