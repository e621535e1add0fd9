import { z } from 'zod';
import {
  EnvironmentError,
  formerSecrets,
  operatorRootKeys,
  personalDataKeys,
  setVariables,
  slipwaySecret,
  variableList,
} from '../platform/config/environment.ts';
import { webPushPublicKey } from '../platform/config/webPushKeys.ts';
import { listenAddress } from '../platform/http/listen.ts';

const postgresUrl = z.string().regex(/^postgres(ql)?:\/\//, 'must be a postgres:// address');

/** The console's own variables, read once, at its start; it reads none of the vendors'. */
const variables = z.object({
  /** Where persons open it: scheme, name, port. Their passkeys are for this name alone. */
  CONSOLE_URL: z.url({ protocol: /^https?$/ }),
  PORT: z.coerce.number().int().min(1).max(65_535).default(8085),
  LISTEN_ADDRESS: listenAddress,
  /** Where buyers buy. */
  PUBLIC_URL: z.url(),
  /** With the operator's role: it reads, and adds what persons have signed. */
  DATABASE_URL: postgresUrl,
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  SLIPWAY_SECRET: slipwaySecret,
  SLIPWAY_FORMER_SECRETS: formerSecrets,
  PERSONAL_DATA_KEYS: personalDataKeys,
  OPERATOR_ROOT_KEYS: operatorRootKeys,
  OPERATOR_NAME: z.string().min(1).max(40).default('Slipway'),
  /** `test` where no real money is: everything looks so that nobody takes it for the other. */
  CONSOLE_MODE: z.enum(['live', 'test']).default('live'),
  CONFIGURATION_SEEDS: variableList,
  TRUSTED_PROXIES: variableList,
  /** The public half of the worker's: persons may have their phones woken. */
  WEB_PUSH_PUBLIC_KEY: webPushPublicKey,
  AUDIT_ANCHOR_FILE: z.string().min(1).optional(),
  EXPLORER_URL: z.url().optional(),
  /** The identity provider for single sign-on, as its discovery document names it (OpenID Connect Discovery 1.0). */
  OIDC_ISSUER: z.url({ protocol: /^https?$/ }).optional(),
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  /** What people call it. */
  OIDC_NAME: z.string().min(1).max(40).default('Single sign-on'),
  /** The console as `npm run build` has written it, where it does not lie in console/dist. */
  CONSOLE_FOLDER: z.string().min(1).optional(),
  SLIPWAY_SANDBOX: z.enum(['0', '1']).default('0'),
  /** Keys of persons whom anybody may be: files NAME.pem, in the sandbox alone. */
  OPERATOR_KEYS_FOLDER: z.string().min(1).optional(),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
});

export const consoleVariables = variables.shape;

export type ConsoleEnvironment = z.output<typeof variables>;

/** Throws an {@link EnvironmentError} with every variable that is missing or malformed. */
export function readConsoleEnvironment(source: Readonly<Record<string, string | undefined>>): ConsoleEnvironment {
  const filled = setVariables(source);
  const parsed = variables.safeParse(filled);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => {
      const name = String(issue.path[0]);
      return filled[name] === undefined ? `${name} is missing` : `${name} ${issue.message}`;
    });
    throw new EnvironmentError(lines.join('\n'));
  }
  const faults = [...outsideSandbox(parsed.data), ...incompleteSignOn(parsed.data)];
  if (faults.length > 0) throw new EnvironmentError(faults.join('\n'));
  return parsed.data;
}

function outsideSandbox({
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
      : ['OPERATOR_KEYS_FOLDER is of the sandbox alone: a key that a server holds is no person’s']),
  ];
}

function incompleteSignOn(environment: ConsoleEnvironment): string[] {
  const names = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const;
  const missing = names.filter((name) => environment[name] === undefined);
  return missing.length === names.length ? [] : missing.map((name) => `${name} is missing: single sign-on needs it`);
}
