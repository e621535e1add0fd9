import { z } from 'zod';
import { listenAddress } from '../http/listen.ts';
import { readWrappingKeys } from '../personal/wrappingKeys.ts';
import type { RootKey } from '../persons/readPersons.ts';
import { readRootKeys } from '../persons/rootKeys.ts';
import { cellLetter, cellOrigins } from './cells.ts';
import { isPair, webPushPrivateKey, webPushPublicKey } from './webPushKeys.ts';

const url = z.url();
const postgresUrl = z.string().regex(/^postgres(ql)?:\/\//, 'must be a postgres:// address');
const port = z.coerce.number().int().min(1).max(65_535);
/** Words with commas between. */
export const variableList = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  );

function rootKeys(text: string, context: z.RefinementCtx): readonly RootKey[] {
  try {
    return readRootKeys(text);
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message.replace('OPERATOR_ROOT_KEYS ', '') });
    return z.NEVER;
  }
}

/** The first admins (OPERATOR_ROOT_KEYS), for whichever process judges what persons have signed. */
export const operatorRootKeys = z.string().default('').transform(rootKeys);

/** How the names of the database's roles begin, where two installations share a server. */
export const prefixOfRoles = z
  .string()
  .regex(/^[a-z_][a-z0-9_]{0,40}$/, 'must be small letters, digits and _')
  .optional();
type WrappingKeys = ReturnType<typeof readWrappingKeys>;

function wrappingKeys(text: string, context: z.RefinementCtx): WrappingKeys {
  try {
    return readWrappingKeys(text);
  } catch (error) {
    context.addIssue({ code: 'custom', message: (error as Error).message });
    return z.NEVER;
  }
}

/** By which the keys of personal data are wrapped, the newest first. */
export const personalDataKeys = z.string().transform(wrappingKeys);

/** SLIPWAY_SECRET, and those before it, by which is still verified what they have signed. */
export const slipwaySecret = z.string().min(32, 'must have at least 32 characters');
export const formerSecrets = variableList.pipe(z.array(z.string().min(32, 'must each have at least 32 characters')));

/** Where a process that answers nobody else answers supervisors and Prometheus; without it, nowhere. */
export const healthPort = port.optional();
/** The bearer token that opens /metrics; without one only this machine may read it. */
export const metricsToken = z.string().min(16, 'must have at least 16 characters').optional();

/** The product's own variables, read once, at its start. Those of the vendors stand in their manifests. */
const variables = z.object({
  PORT: port.default(8080),
  LISTEN_ADDRESS: listenAddress,
  ROLE: z.enum(['all', 'api', 'worker']).default('all'),
  /** Where the signer listens; whoever pays out needs it. */
  SIGNER_SOCKET: z.string().min(1).optional(),
  PUBLIC_URL: url,
  /** Which of several Slipways this is, and where each of them is: orders' numbers begin with the letter. */
  CELL: cellLetter,
  CELLS: cellOrigins,
  DATABASE_URL: postgresUrl,
  /** PostgreSQL's own address, where DATABASE_URL and CLERK_DATABASE_URL lead through a pooler: for what lasts longer than a transaction. */
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  /** The clerk's login, of a worker alone: what persons ask of the configuration, the books, buyers and partners is done by it. */
  CLERK_DATABASE_URL: postgresUrl.optional(),
  DATABASE_ROLE_PREFIX: prefixOfRoles,
  SLIPWAY_SECRET: slipwaySecret,
  SLIPWAY_FORMER_SECRETS: formerSecrets,
  PERSONAL_DATA_KEYS: personalDataKeys,
  /** Set by `npm start` alone: plain HTTP, local chains, `x-sandbox-country`. */
  SLIPWAY_SANDBOX: z.enum(['0', '1']).default('0'),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  OPERATOR_NAME: z.string().min(1).max(40).default('Slipway'),
  DEFAULT_COUNTRY: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .default('DE'),
  TRUSTED_PROXIES: variableList,
  /** Folders of the operator's own first values, before those that come with the product. */
  CONFIGURATION_SEEDS: variableList,
  /** The operator's own languages, and own texts for those that come with the product: files named like `de-DE.json`. */
  LANGUAGES_FOLDER: z.string().min(1).optional(),
  /** The operator's own terms of service, in the place of those that come with the product: files named like `de-DE.html`. */
  TERMS_FOLDER: z.string().min(1).optional(),
  /** The web app as `npm run build` has written it, where it does not lie in web/dist. */
  WEB_FOLDER: z.string().min(1).optional(),
  RATE_LIMITS: z.enum(['on', 'off']).default('on'),
  /** How long an api that is told to end serves on, not ready any more, so that its balancer notices. */
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(60).default(0),
  /** Of a worker that stands alone. */
  HEALTH_PORT: healthPort,
  METRICS_TOKEN: metricsToken,
  /** Who is told of alerts by letter. */
  ALERT_MAIL: variableList.pipe(z.array(z.email('must be addresses with commas between'))),
  /** Where alerts are posted to, signed as Standard Webhooks says (https://www.standardwebhooks.com). */
  ALERT_WEBHOOK_URL: z.url({ protocol: /^https?$/ }).optional(),
  ALERT_WEBHOOK_SECRET: z
    .string()
    .regex(
      /^whsec_(?:[A-Za-z0-9+/]{4}){8,}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/,
      'must be whsec_ and 24 bytes or more in base64',
    )
    .optional(),
  /** By which push services know who sends (VAPID, RFC 8292): persons are woken by their phones too. */
  WEB_PUSH_PUBLIC_KEY: webPushPublicKey,
  WEB_PUSH_PRIVATE_KEY: webPushPrivateKey,
  /** Whom a push service writes to where something is wrong. */
  WEB_PUSH_SUBJECT: z
    .string()
    .regex(/^(?:mailto:[^@\s]+@[^@\s]+|https:\/\/\S+)$/, 'must be a mailto: or https: address')
    .optional(),
  /** Who gets the report of each day by letter, and the folder in which it is laid as text and CSV. */
  REPORT_MAIL: variableList.pipe(z.array(z.email('must be addresses with commas between'))),
  REPORT_FOLDER: z.string().min(1).optional(),
  /** Whether the group of the server's user may read what is laid there. */
  REPORT_GROUP: z.enum(['yes', 'no']).default('no'),
  /** A file on another machine, or that cannot be taken back, to which each seal of the history is added. */
  AUDIT_ANCHOR_FILE: z.string().min(1).optional(),
  /** Folders whose disks are watched beside those that the process writes to, such as the database's on the same machine. */
  DISK_FOLDERS: variableList,
  /** A file that each backup writes when it has succeeded; its age is watched. */
  BACKUP_MARKER_FILE: z.string().min(1).optional(),
  BACKUP_MAXIMUM_AGE_HOURS: z.coerce.number().int().min(1).max(8_760).default(26),
  /** PEM files of the certificates that the proxy serves; their ends are watched. */
  TLS_CERTIFICATE_FILES: variableList,
  EXPLORER_URL: url.optional(),
  /** The first admins, by name and public key: who operates follows from what they have signed. */
  OPERATOR_ROOT_KEYS: operatorRootKeys,
  /** How often the lists of addresses that must not be paid are fetched. */
  SANCTIONS_REFRESH_SECONDS: z.coerce.number().int().min(1).max(86_400).default(600),
});

/** The variables of `api`, `worker` and `all`. */
export const productVariables = variables.shape;

export type Environment = z.infer<typeof variables>;

/** Why the server does not start, one line each. */
export class EnvironmentError extends Error {
  override name = 'EnvironmentError';
}

export type EnvironmentReading = {
  readonly environment: Environment | undefined;
  readonly problems: readonly string[];
};

/** A variable that is set to nothing counts as unset. */
export function setVariables(source: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(source).flatMap(([name, value]) => (value === undefined || value === '' ? [] : [[name, value]])),
  );
}

/** The product's own variables, or every one that is missing or malformed. */
export function readEnvironment(source: Readonly<Record<string, string | undefined>>): EnvironmentReading {
  const filled = setVariables(source);
  const parsed = variables.safeParse(filled);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => {
      const name = String(issue.path[0]);
      return filled[name] === undefined ? `${name} is missing` : `${name} ${issue.message}`;
    });
    return { environment: undefined, problems };
  }
  const environment = parsed.data;
  const incomplete = [...incompleteSets(environment), ...pushFaults(environment)];
  if (environment.SLIPWAY_SANDBOX === '1') return { environment, problems: incomplete };
  const problems = [
    ...incomplete,
    ...(environment.PUBLIC_URL.startsWith('https://') ? [] : ['PUBLIC_URL must be an https:// address']),
    ...(environment.RATE_LIMITS === 'off' ? ['RATE_LIMITS can be off in the sandbox only'] : []),
  ];
  return { environment, problems };
}

/** Variables of which each is worth nothing without the others. */
const SETS = [
  ['ALERT_WEBHOOK_URL', 'ALERT_WEBHOOK_SECRET'],
  ['WEB_PUSH_PUBLIC_KEY', 'WEB_PUSH_PRIVATE_KEY', 'WEB_PUSH_SUBJECT'],
] as const;

function incompleteSets(environment: Environment): string[] {
  return SETS.flatMap((names) => {
    const set = names.filter((name) => environment[name] !== undefined).length;
    if (set === 0 || set === names.length) return [];
    const [last, ...others] = names.toReversed();
    return [
      `${others.toReversed().join(', ')} and ${last} go together: set ${names.length === 2 ? 'both' : 'all'}, or none`,
    ];
  });
}

function pushFaults({ WEB_PUSH_PUBLIC_KEY: publicKey, WEB_PUSH_PRIVATE_KEY: privateKey }: Environment): string[] {
  if (publicKey === undefined || privateKey === undefined || isPair(publicKey, privateKey)) return [];
  return ['WEB_PUSH_PRIVATE_KEY is not that of WEB_PUSH_PUBLIC_KEY: set both as npm run push-keys has written them'];
}
