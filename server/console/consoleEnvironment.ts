import { z } from 'zod';
import {
  EnvironmentError,
  formerSecrets,
  operatorRootKeys,
  personalDataKeys,
  pickSetVariables,
  slipwaySecret,
  variableList,
} from '../platform/config/environment.ts';
import { webPushPublicKey } from '../platform/config/webPushKeys.ts';
import { listenAddress } from '../platform/http/listen.ts';

const postgresUrl = z.string().regex(/^postgres(ql)?:\/\//, 'must be a postgres:// address');

/** The console's environment variables, read once at startup. It reads none of the vendors' variables. */
const variables = z.object({
  /** Origin of the console: scheme, host, port. Passkeys are bound to its host. */
  CONSOLE_URL: z.url({ protocol: /^https?$/ }),
  PORT: z.coerce.number().int().min(1).max(65_535).default(8085),
  LISTEN_ADDRESS: listenAddress,
  /** URL of the buyers' site. */
  PUBLIC_URL: z.url(),
  /** Connects with the operator's database role, which reads, and stores signed statements. */
  DATABASE_URL: postgresUrl,
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  SLIPWAY_SECRET: slipwaySecret,
  SLIPWAY_FORMER_SECRETS: formerSecrets,
  PERSONAL_DATA_KEYS: personalDataKeys,
  OPERATOR_ROOT_KEYS: operatorRootKeys,
  OPERATOR_NAME: z.string().min(1).max(40).default('Slipway'),
  /** `test` if no real money is used; the pages then look different, so that no one mistakes one mode for the other. */
  CONSOLE_MODE: z.enum(['live', 'test']).default('live'),
  CONFIGURATION_SEEDS: variableList,
  TRUSTED_PROXIES: variableList,
  /** Public half of the worker's key; enables push notifications. */
  WEB_PUSH_PUBLIC_KEY: webPushPublicKey,
  AUDIT_ANCHOR_FILE: z.string().min(1).optional(),
  EXPLORER_URL: z.url().optional(),
  /** The identity provider for single sign-on, as its discovery document names it (OpenID Connect Discovery 1.0). */
  OIDC_ISSUER: z.url({ protocol: /^https?$/ }).optional(),
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  /** Name of the identity provider, shown on the login page. */
  OIDC_NAME: z.string().min(1).max(40).default('Single sign-on'),
  /** Folder of the built console (`npm run build`) if it is not console/dist. */
  CONSOLE_FOLDER: z.string().min(1).optional(),
  SLIPWAY_SANDBOX: z.enum(['0', '1']).default('0'),
  /** Folder with keys of sample people (NAME.pem), in the sandbox only. */
  OPERATOR_KEYS_FOLDER: z.string().min(1).optional(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
});

export const consoleVariables = variables.shape;

export type ConsoleEnvironment = z.output<typeof variables>;

/**
 * Parses the console's variables. Throws an {@link EnvironmentError} with every variable that is missing or malformed.
 */
export function readConsoleEnvironment(source: Readonly<Record<string, string | undefined>>): ConsoleEnvironment {
  const filled = pickSetVariables(source);
  const parsed = variables.safeParse(filled);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => {
      const name = String(issue.path[0]);
      return filled[name] === undefined ? `${name} is missing` : `${name} ${issue.message}`;
    });
    throw new EnvironmentError(lines.join('\n'));
  }
  const faults = [...listSandboxOnlyValues(parsed.data), ...listMissingSignOnVariables(parsed.data)];
  if (faults.length > 0) throw new EnvironmentError(faults.join('\n'));
  return parsed.data;
}

function listSandboxOnlyValues({
  SLIPWAY_SANDBOX: sandbox,
  CONSOLE_URL: url,
  OIDC_ISSUER: issuer = 'https://',
  OPERATOR_KEYS_FOLDER: folder,
}: ConsoleEnvironment) {
  if (sandbox === '1') return [];
  return [
    ...(url.startsWith('https://') ? [] : ['CONSOLE_URL must be an https:// address']),
    ...(issuer.startsWith('https://') ? [] : ['OIDC_ISSUER must be an https:// address']),
    ...(folder === undefined
      ? []
      : ['OPERATOR_KEYS_FOLDER is for the sandbox only: a key that a server holds does not identify a person']),
  ];
}

function listMissingSignOnVariables(environment: ConsoleEnvironment): string[] {
  const names = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;
  const missing = names.filter((name) => environment[name] === undefined);
  return missing.length === names.length ? [] : missing.map((name) => `${name} is missing: single sign-on needs it`);
}
