import { calledFamilies } from '../../server/app/egress.ts';
import { migrateVariables } from '../../server/app/migrateProcess.ts';
import { isSecretVariable } from '../../server/app/secretVariables.ts';
import { apiVendors, chainVendors, vendors } from '../../server/app/vendors.ts';
import { seededSettings } from '../../server/configuration/seededSettings.testing.ts';
import { consoleVariables } from '../../server/console/consoleEnvironment.ts';
import { productVariables } from '../../server/platform/config/environment.ts';
import { toVariablePrefix } from '../../server/providers/defineVendor.ts';
import type { Family, Variable, Vendor } from '../../server/providers/vendor.ts';
import { signerVariables } from '../../server/signer/signerEnvironment.ts';

export const deployedRoles = ['migrate', 'api', 'worker', 'signer', 'console'] as const;
export type DeployedRole = (typeof deployedRoles)[number];

/** The part of a Zod schema that this file uses. */
type Schema = {
  safeParse(value: unknown): {
    readonly success: boolean;
    readonly data?: unknown;
    readonly error?: { readonly issues: readonly object[] } | undefined;
  };
};

/** The variables that each role declares itself, with their schemas. */
export const ownVariables: Readonly<Record<DeployedRole, Readonly<Record<string, Schema>>>> = {
  migrate: migrateVariables,
  api: productVariables,
  worker: productVariables,
  signer: signerVariables,
  console: consoleVariables,
};

/** Variables read by Node.js and by the program that starts a role. */
const COMMON_VARIABLES = ['NODE_ENV', 'ROLE'];

/** The signer reads the denied addresses from the database, but needs to know which lists exist. */
const signerVendors = vendors.filter(({ family }) => calledFamilies.signer.has(family) || family === 'sanctions');

/** The vendors whose variables each role reads. */
export const vendorsByRole: Readonly<Record<DeployedRole, readonly Vendor[]>> = {
  migrate: [],
  api: apiVendors,
  worker: vendors,
  signer: signerVendors,
  console: [],
};

/** Returns the names of all variables that the process of a role reads. */
export function listVariables(role: DeployedRole): ReadonlySet<string> {
  const networks = seededSettings().catalog.networks.map(({ id, chain }) => ({
    prefix: toVariablePrefix(id),
    vendor: chainVendors.find(({ namespace }) => chain.startsWith(`${namespace}:`)),
  }));
  const vendorVariables = vendorsByRole[role].flatMap(({ variables, offSwitch }) => [
    ...Object.keys(variables),
    ...(offSwitch ? [offSwitch] : []),
  ]);
  const networkVariables = networks.flatMap(({ vendor, prefix }) => Object.keys(vendor?.variables(prefix) ?? {}));
  const networkKeyVariables = networks.flatMap(({ vendor, prefix }) => Object.keys(vendor?.keyVariables(prefix) ?? {}));
  const further = {
    migrate: [],
    api: networkVariables,
    worker: networkVariables,
    signer: networkKeyVariables,
    console: [],
  }[role];
  return new Set([...COMMON_VARIABLES, ...Object.keys(ownVariables[role]), ...vendorVariables, ...further]);
}

/** The vendors of the example installation in deploy/; operators with other vendors adapt the files. */
const DEPLOYED_VENDORS = new Set(['stripe', 'sumsub', 'kraken', 'smtp']);

/** Returns true for a value that a vendor issues: its secrets, and an operator-specific address, which contains a password. */
function isIssuedByVendor({ hosts }: Vendor, { secret, address }: Variable): boolean {
  return secret === true || (address === true && hosts.length === 0);
}

/** Returns the secrets that the process of a role gets in the example installation of deploy/. */
export function listSecrets(role: DeployedRole): ReadonlySet<string> {
  const own = Object.entries(ownVariables[role]).flatMap(([name, schema]) =>
    isSecretVariable(name) && !schema.safeParse(undefined).success ? [name] : [],
  );
  const further = {
    migrate: [],
    api: ['METRICS_TOKEN'],
    worker: ['METRICS_TOKEN', 'CLERK_DATABASE_URL'],
    signer: ['METRICS_TOKEN'],
    console: [],
  }[role];
  const families = role === 'migrate' ? new Set<Family>() : calledFamilies[role];
  const vendorVariables = vendors
    .filter(({ id, family }) => DEPLOYED_VENDORS.has(id) && families.has(family))
    .flatMap((vendor) =>
      Object.entries(vendor.variables).flatMap(([name, variable]) =>
        isIssuedByVendor(vendor, variable) ? [name] : [],
      ),
    );
  return new Set([...own, ...further, ...vendorVariables]);
}

/** Returns the variables without which the process of a role does not start in the example installation, including secrets. */
export function listRequiredVariables(role: DeployedRole): readonly string[] {
  const own = Object.entries(ownVariables[role]).flatMap(([name, schema]) =>
    schema.safeParse(undefined).success ? [] : [name],
  );
  const further = {
    migrate: [],
    api: ['OPERATOR_ROOT_KEYS', 'EVM_TREASURY_ADDRESS', 'ETHEREUM_RPC_URL', 'STRIPE_PUBLISHABLE_KEY', 'SUMSUB_LEVEL'],
    worker: [
      'OPERATOR_ROOT_KEYS',
      'EVM_TREASURY_ADDRESS',
      'ETHEREUM_RPC_URL',
      'STRIPE_PUBLISHABLE_KEY',
      'SUMSUB_LEVEL',
      'SIGNER_SOCKET',
      'MAIL_FROM',
    ],
    signer: ['OPERATOR_ROOT_KEYS', 'STRIPE_PUBLISHABLE_KEY', 'EVM_TREASURY_KEY_FILE', 'TREASURY_PASSPHRASE_FILE'],
    console: ['OPERATOR_ROOT_KEYS'],
  }[role];
  return [...new Set(['ROLE', ...own, ...further, ...listSecrets(role)])];
}

/** Returns the name of a secret without the suffix `_FILE` (`SLIPWAY_SECRET_FILE`: `SLIPWAY_SECRET`), and any other name unchanged. */
export function stripFileSuffix(name: string): string {
  const secret = name.replace(/_FILE$/, '');
  return isSecretVariable(secret) ? secret : name;
}
