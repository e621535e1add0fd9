import { askedFamilies } from '../../server/app/egress.ts';
import { migrateVariables } from '../../server/app/migrateProcess.ts';
import { isSecretVariable } from '../../server/app/secretVariables.ts';
import { apiVendors, chainVendors, vendors } from '../../server/app/vendors.ts';
import { seededSettings } from '../../server/configuration/seededSettings.testing.ts';
import { consoleVariables } from '../../server/console/consoleEnvironment.ts';
import { productVariables } from '../../server/platform/config/environment.ts';
import { variablePrefix } from '../../server/providers/defineVendor.ts';
import type { Family, Variable, Vendor } from '../../server/providers/vendor.ts';
import { signerVariables } from '../../server/signer/signerEnvironment.ts';

export const deployedRoles = ['migrate', 'api', 'worker', 'signer', 'console'] as const;
export type DeployedRole = (typeof deployedRoles)[number];

/** What is needed here of a schema. */
type Schema = {
  safeParse(value: unknown): {
    readonly success: boolean;
    readonly data?: unknown;
    readonly error?: { readonly issues: readonly object[] } | undefined;
  };
};

/** The variables that a role declares itself, with their schemas. */
export const ownVariables: Readonly<Record<DeployedRole, Readonly<Record<string, Schema>>>> = {
  migrate: migrateVariables,
  api: productVariables,
  worker: productVariables,
  signer: signerVariables,
  console: consoleVariables,
};

/** Read by Node.js, and by the program that starts a role. */
const EVERYWHERE = ['NODE_ENV', 'ROLE'];

/** The signer reads the lists of denied addresses from the database, and is told which there are. */
const vendorsOfSigner = vendors.filter(({ family }) => askedFamilies.signer.has(family) || family === 'sanctions');

/** The vendors whose variables a role reads. */
export const vendorsReadBy: Readonly<Record<DeployedRole, readonly Vendor[]>> = {
  migrate: [],
  api: apiVendors,
  worker: vendors,
  signer: vendorsOfSigner,
  console: [],
};

/** Names of all variables that the process of a role reads. */
export function variablesReadBy(role: DeployedRole): ReadonlySet<string> {
  const networks = seededSettings().catalog.networks.map(({ id, chain }) => ({
    prefix: variablePrefix(id),
    vendor: chainVendors.find(({ namespace }) => chain.startsWith(`${namespace}:`)),
  }));
  const ofVendors = vendorsReadBy[role].flatMap(({ variables, offSwitch }) => [
    ...Object.keys(variables),
    ...(offSwitch ? [offSwitch] : []),
  ]);
  const ofNetworks = networks.flatMap(({ vendor, prefix }) => Object.keys(vendor?.variables(prefix) ?? {}));
  const ofKeys = networks.flatMap(({ vendor, prefix }) => Object.keys(vendor?.keyVariables(prefix) ?? {}));
  const further = { migrate: [], api: ofNetworks, worker: ofNetworks, signer: ofKeys, console: [] }[role];
  return new Set([...EVERYWHERE, ...Object.keys(ownVariables[role]), ...ofVendors, ...further]);
}

/** The vendors of the installation that deploy/ is written for; whoever has others takes lines out and adds their own. */
const DEPLOYED_VENDORS = new Set(['stripe', 'sumsub', 'kraken', 'smtp']);

/** True for what a vendor gives: its secrets, and an address of the operator's own, which holds a password. */
function isGiven({ hosts }: Vendor, { secret, address }: Variable): boolean {
  return secret === true || (address === true && hosts.length === 0);
}

/** The secrets that the process of a role gets in the installation that deploy/ is written for. */
export function secretsOf(role: DeployedRole): ReadonlySet<string> {
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
  const asked = role === 'migrate' ? new Set<Family>() : askedFamilies[role];
  const ofVendors = vendors
    .filter(({ id, family }) => DEPLOYED_VENDORS.has(id) && asked.has(family))
    .flatMap((vendor) =>
      Object.entries(vendor.variables).flatMap(([name, variable]) => (isGiven(vendor, variable) ? [name] : [])),
    );
  return new Set([...own, ...further, ...ofVendors]);
}

/** What the process of a role does not start without, its secrets included. */
export function requiredBy(role: DeployedRole): readonly string[] {
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
  return [...new Set(['ROLE', ...own, ...further, ...secretsOf(role)])];
}

/** `SLIPWAY_SECRET` of `SLIPWAY_SECRET_FILE`, and any other name as it is. */
export function variableOfFile(name: string): string {
  const secret = name.replace(/_FILE$/, '');
  return isSecretVariable(secret) ? secret : name;
}
