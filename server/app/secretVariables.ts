import type { Variable } from '../providers/vendor.ts';
import { chainVendors, vendors } from './vendors.ts';

/** Variables of the product, of `npm run operate`, and of OpenTelemetry; a URL may contain a password. */
const OWN: readonly string[] = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'CLERK_DATABASE_URL',
  'SLIPWAY_SECRET',
  'SLIPWAY_FORMER_SECRETS',
  'PERSONAL_DATA_KEYS',
  'SIGNER_SECRET',
  'METRICS_TOKEN',
  'ALERT_WEBHOOK_URL',
  'ALERT_WEBHOOK_SECRET',
  'WEB_PUSH_PRIVATE_KEY',
  'OIDC_CLIENT_SECRET',
  'OPERATOR_KEY_PASSPHRASE',
  'OTEL_EXPORTER_OTLP_HEADERS',
];

/** The networks are in the database, whose URL is itself a secret: any prefix matches. */
const NETWORK = '[A-Z][A-Z0-9]{1,30}';

const mayHoldSecret = ([, { secret, address, isBrowserOnly }]: readonly [string, Variable]) =>
  (secret || address) && !isBrowserOnly;

/** Secrets whose names are known before the database is read. */
export const secretVariableNames: readonly string[] = [
  ...OWN,
  ...new Set(
    vendors.flatMap(({ variables }) =>
      Object.entries(variables)
        .filter(mayHoldSecret)
        .map(([name]) => name),
    ),
  ),
];

const knownSecretNames = new Set(secretVariableNames);
const networkSecretPatterns = chainVendors.flatMap((vendor) =>
  Object.entries(vendor.variables(NETWORK))
    .filter(mayHoldSecret)
    .map(([pattern]) => new RegExp(`^${pattern}$`)),
);

/** Returns true if a file may be named instead of the value. The treasury's keys have their own encrypted files. */
export function isSecretVariable(name: string): boolean {
  return knownSecretNames.has(name) || networkSecretPatterns.some((pattern) => pattern.test(name));
}
