import type { Variable } from '../providers/vendor.ts';
import { chainVendors, vendors } from './vendors.ts';

/** Those of the product itself, of `npm run operate`, and of OpenTelemetry; an address holds its password. */
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

/** Which networks there are is in the database, whose address is such a secret: any prefix will do. */
const NETWORK = '[A-Z][A-Z0-9]{1,30}';

const mayHold = ([, { secret, address, shown }]: readonly [string, Variable]) => (secret || address) && !shown;

/** Secrets whose names are known before the database is. */
export const secretVariableNames: readonly string[] = [
  ...OWN,
  ...new Set(
    vendors.flatMap(({ variables }) =>
      Object.entries(variables)
        .filter(mayHold)
        .map(([name]) => name),
    ),
  ),
];

const named = new Set(secretVariableNames);
const ofNetworks = chainVendors.flatMap((vendor) =>
  Object.entries(vendor.variables(NETWORK))
    .filter(mayHold)
    .map(([pattern]) => new RegExp(`^${pattern}$`)),
);

/** True where a file may be named in the variable's place. The treasury's keys have files of their own, which are encrypted. */
export function isSecretVariable(name: string): boolean {
  return named.has(name) || ofNetworks.some((pattern) => pattern.test(name));
}
