import type { z } from 'zod';
import { askedFamilies } from '../../server/app/egress.ts';
import { migrateVariables } from '../../server/app/migrateProcess.ts';
import { isSecretVariable } from '../../server/app/secretVariables.ts';
import { apiVendors, chainVendors, vendors } from '../../server/app/vendors.ts';
import { seededSettings } from '../../server/configuration/seededSettings.testing.ts';
import { consoleVariables } from '../../server/console/consoleEnvironment.ts';
import { productVariables } from '../../server/platform/config/environment.ts';
import { variablePrefix } from '../../server/providers/defineVendor.ts';
import type { Vendor } from '../../server/providers/vendor.ts';
import { signerVariables } from '../../server/signer/signerEnvironment.ts';

export const deployedRoles = ['migrate', 'api', 'worker', 'signer', 'console'] as const;
export type DeployedRole = (typeof deployedRoles)[number];

/** The variables that a role declares itself, with their schemas. */
export const ownVariables: Readonly<Record<DeployedRole, Readonly<Record<string, z.ZodType>>>> = {
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

/** `SLIPWAY_SECRET` of `SLIPWAY_SECRET_FILE`, and any other name as it is. */
export function variableOfFile(name: string): string {
  const secret = name.replace(/_FILE$/, '');
  return isSecretVariable(secret) ? secret : name;
}
