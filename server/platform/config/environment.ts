import { z } from 'zod';
import { listenAddress } from '../http/listen.ts';
import { readWrappingKeys } from '../personal/wrappingKeys.ts';
import type { RootKey } from '../persons/personRegistry.ts';
import { readRootKeys } from '../persons/rootKeys.ts';
import { cellLetter, cellOrigins } from './cells.ts';
import { isKeyPair, webPushPrivateKey, webPushPublicKey } from './webPushKeys.ts';

const url = z.url();
const postgresUrl = z.string().regex(/^postgres(ql)?:\/\//, 'must be a postgres:// address');
const port = z.coerce.number().int().min(1).max(65_535);
/** Comma-separated values. */
export const variableList = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  );

function parseRootKeysVariable(text: string, context: z.RefinementCtx): readonly RootKey[] {
  try {
    return readRootKeys(text);
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message.replace('OPERATOR_ROOT_KEYS ', '') });
    return z.NEVER;
  }
}

/** The first admins (OPERATOR_ROOT_KEYS), for each process that verifies signed statements. */
export const operatorRootKeys = z.string().default('').transform(parseRootKeysVariable);

/** Prefix of the database roles, for installations that share a database server. */
export const rolePrefix = z
  .string()
  .regex(/^[a-z_][a-z0-9_]{0,40}$/, 'must be small letters, digits and _')
  .optional();
type WrappingKeys = ReturnType<typeof readWrappingKeys>;

function parseWrappingKeysVariable(text: string, context: z.RefinementCtx): WrappingKeys {
  try {
    return readWrappingKeys(text);
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message });
    return z.NEVER;
  }
}

/** Keys that wrap the data keys of personal data, newest first. */
export const personalDataKeys = z.string().transform(parseWrappingKeysVariable);

/** SLIPWAY_SECRET, and former secrets, which still verify what they signed. */
export const slipwaySecret = z.string().min(32, 'must have at least 32 characters');
export const formerSecrets = variableList.pipe(z.array(z.string().min(32, 'must each have at least 32 characters')));

/** Port on which a process without other endpoints serves health checks and metrics; unset: none. */
export const healthPort = port.optional();
/** The bearer token for /metrics; without one, only this machine may read it. */
export const metricsToken = z.string().min(16, 'must have at least 16 characters').optional();

/** Most addresses of ALERT_MAIL: each alert is sent to all of them. A mailing list reaches more people. */
export const MAX_ALERT_RECIPIENTS = 50;

/** The product's own variables, read once at the start. Vendors' variables are in their manifests. */
const variables = z.object({
  PORT: port.default(8080),
  LISTEN_ADDRESS: listenAddress,
  ROLE: z.enum(['all', 'api', 'worker']).default('all'),
  /** The signer's socket; needed by every process that pays out. */
  SIGNER_SOCKET: z.string().min(1).optional(),
  PUBLIC_URL: url,
  /** The letter of this cell and the addresses of all cells; order numbers begin with the letter. */
  CELL: cellLetter,
  CELLS: cellOrigins,
  DATABASE_URL: postgresUrl,
  /**
   * PostgreSQL's own address if DATABASE_URL and CLERK_DATABASE_URL lead through a pooler: for sessions that outlast a
   * transaction.
   */
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  /** The worker's login as the clerk, which executes operators' requests about configuration, ledger, buyers and partners. */
  CLERK_DATABASE_URL: postgresUrl.optional(),
  DATABASE_ROLE_PREFIX: rolePrefix,
  SLIPWAY_SECRET: slipwaySecret,
  SLIPWAY_FORMER_SECRETS: formerSecrets,
  PERSONAL_DATA_KEYS: personalDataKeys,
  /** Set only by `npm start`: plain HTTP, local chains, `x-sandbox-country`. */
  SLIPWAY_SANDBOX: z.enum(['0', '1']).default('0'),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  OPERATOR_NAME: z.string().min(1).max(40).default('Slipway'),
  DEFAULT_COUNTRY: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .default('DE'),
  TRUSTED_PROXIES: variableList,
  /** Folders with the operator's seeds, which take precedence over the product's. */
  CONFIGURATION_SEEDS: variableList,
  /** The operator's languages, and replacement texts for shipped ones: files named like `de-DE.json`. */
  LANGUAGES_FOLDER: z.string().min(1).optional(),
  /** The operator's terms of service, instead of the shipped ones: files named like `de-DE.html`. */
  TERMS_FOLDER: z.string().min(1).optional(),
  /** The output of `npm run build`, if it is not in web/dist. */
  WEB_FOLDER: z.string().min(1).optional(),
  RATE_LIMITS: z.enum(['on', 'off']).default('on'),
  /** How long a stopping api keeps serving while not ready, so that its load balancer notices. */
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(60).default(0),
  /** Port for the health checks of a worker that runs as a separate process. */
  HEALTH_PORT: healthPort,
  METRICS_TOKEN: metricsToken,
  /** Email addresses that get alerts. */
  ALERT_MAIL: variableList.pipe(
    z
      .array(z.email('must be addresses with commas between'))
      .max(MAX_ALERT_RECIPIENTS, `must have at most ${MAX_ALERT_RECIPIENTS} addresses`),
  ),
  /** URL that alerts are posted to, signed according to Standard Webhooks (https://www.standardwebhooks.com). */
  ALERT_WEBHOOK_URL: z.url({ protocol: /^https?$/ }).optional(),
  ALERT_WEBHOOK_SECRET: z
    .string()
    .regex(
      /^whsec_(?:[A-Za-z0-9+/]{4}){8,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/,
      'must be whsec_ and 24 bytes or more in base64',
    )
    .optional(),
  /** This key pair identifies the sender to push services (VAPID, RFC 8292) and enables push notifications to phones. */
  WEB_PUSH_PUBLIC_KEY: webPushPublicKey,
  WEB_PUSH_PRIVATE_KEY: webPushPrivateKey,
  /** Contact for push services if there is a problem. */
  WEB_PUSH_SUBJECT: z
    .string()
    .regex(/^(?:mailto:[^@\s]+@[^@\s]+|https:\/\/\S+)$/, 'must be a mailto: or https: address')
    .optional(),
  /** Email addresses that get the daily report, and the folder where it is stored as text and CSV. */
  REPORT_MAIL: variableList.pipe(z.array(z.email('must be addresses with commas between'))),
  REPORT_FOLDER: z.string().min(1).optional(),
  /** `yes`: the group of the server's user may read the stored reports. */
  REPORT_GROUP: z.enum(['yes', 'no']).default('no'),
  /** A file on another machine or on append-only storage, to which each seal of the audit trail is appended. */
  AUDIT_ANCHOR_FILE: z.string().min(1).optional(),
  /** Further folders whose disks are monitored, such as that of a database on the same machine. */
  DISK_FOLDERS: variableList,
  /** A file that each successful backup writes; its age is monitored. */
  BACKUP_MARKER_FILE: z.string().min(1).optional(),
  BACKUP_MAXIMUM_AGE_HOURS: z.coerce.number().int().min(1).max(8_760).default(26),
  /** PEM files of the certificates that the proxy serves; their expiry is monitored. */
  TLS_CERTIFICATE_FILES: variableList,
  EXPLORER_URL: url.optional(),
  /** The first admins by name and public key; all other people follow from signed statements. */
  OPERATOR_ROOT_KEYS: operatorRootKeys,
  /** How often the lists of sanctioned addresses are fetched. */
  SANCTIONS_REFRESH_SECONDS: z.coerce.number().int().min(1).max(86_400).default(600),
});

/** The variables of `api`, `worker` and `all`. */
export const productVariables = variables.shape;

export type Environment = z.infer<typeof variables>;

/** Error whose message lists the reasons why a process does not start, one per line. */
export class EnvironmentError extends Error {
  override name = 'EnvironmentError';
}

export type EnvironmentResult = {
  readonly environment: Environment | undefined;
  readonly problems: readonly string[];
};

/** Returns the variables that are set; an empty value counts as unset. */
export function pickSetVariables(source: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(source).flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, value]])),
  );
}

/**
 * Parses the product's variables. `problems` has a line for each one that is missing, malformed or not permitted;
 * `environment` is undefined if one is missing or malformed.
 */
export function readEnvironment(source: Readonly<Record<string, string | undefined>>): EnvironmentResult {
  const filled = pickSetVariables(source);
  const parsed = variables.safeParse(filled);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => {
      const name = String(issue.path[0]);
      return filled[name] === undefined ? `${name} is missing` : `${name} ${issue.message}`;
    });
    return { environment: undefined, problems };
  }
  const environment = parsed.data;
  const incomplete = [...findIncompleteSets(environment), ...findPushKeyFaults(environment)];
  if (environment.SLIPWAY_SANDBOX === '1') return { environment, problems: incomplete };
  const problems = [
    ...incomplete,
    ...(environment.PUBLIC_URL.startsWith('https://') ? [] : ['PUBLIC_URL must be an https:// address']),
    ...(environment.RATE_LIMITS === 'off' ? ['RATE_LIMITS can be off in the sandbox only'] : []),
  ];
  return { environment, problems };
}

/** Groups of variables that must be set together. */
const REQUIRED_TOGETHER = [
  ['ALERT_WEBHOOK_URL', 'ALERT_WEBHOOK_SECRET'],
  ['WEB_PUSH_PUBLIC_KEY', 'WEB_PUSH_PRIVATE_KEY', 'WEB_PUSH_SUBJECT'],
] as const;

function findIncompleteSets(environment: Environment): string[] {
  return REQUIRED_TOGETHER.flatMap((names) => {
    const set = names.filter((name) => environment[name] !== undefined).length;
    if (set === 0 || set === names.length) return [];
    const [last, ...others] = names.toReversed();
    return [
      `${others.toReversed().join(', ')} and ${last} go together: set ${names.length === 2 ? 'both' : 'all'}, or none`,
    ];
  });
}

function findPushKeyFaults({
  WEB_PUSH_PUBLIC_KEY: publicKey,
  WEB_PUSH_PRIVATE_KEY: privateKey,
}: Environment): string[] {
  if (publicKey === undefined || privateKey === undefined || isKeyPair(publicKey, privateKey)) return [];
  return ['WEB_PUSH_PRIVATE_KEY is not that of WEB_PUSH_PUBLIC_KEY: set both as npm run push-keys has written them'];
}
