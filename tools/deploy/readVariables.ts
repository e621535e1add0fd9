import { migrateVariableNames } from '../../server/app/migrateProcess.ts';
import { isSecretVariable } from '../../server/app/secretVariables.ts';
import { apiVendors, chainVendors, vendors } from '../../server/app/vendors.ts';
import { seededSettings } from '../../server/configuration/seededSettings.testing.ts';
import { consoleVariableNames } from '../../server/console/consoleEnvironment.ts';
import { variableNames } from '../../server/platform/config/environment.ts';
import { variablePrefix } from '../../server/providers/defineVendor.ts';
import type { Vendor } from '../../server/providers/vendor.ts';
import { signerVariableNames } from '../../server/signer/signerEnvironment.ts';

export const deployedRoles = ['migrate', 'api', 'worker', 'signer', 'console'] as const;
export type DeployedRole = (typeof deployedRoles)[number];

/** Node's own. */
const NODE = ['NODE_ENV'];

/** Names of all variables that the process of a role reads. */
export function variablesReadBy(role: DeployedRole): ReadonlySet<string> {
  const networks = seededSettings().catalog.networks.map(({ id, chain }) => ({
    prefix: variablePrefix(id),
    vendor: chainVendors.find(({ namespace }) => chain.startsWith(`${namespace}:`)),
  }));
  const namesOf = (some: readonly Vendor[]) =>
    some.flatMap(({ variables, offSwitch }) => [...Object.keys(variables), ...(offSwitch ? [offSwitch] : [])]);
  const ofVendors = namesOf(vendors);
  const ofNetworks = networks.flatMap(({ vendor, prefix }) => Object.keys(vendor?.variables(prefix) ?? {}));
  const ofKeys = networks.flatMap(({ vendor, prefix }) => Object.keys(vendor?.keyVariables(prefix) ?? {}));
  const names = {
    migrate: ['ROLE', ...migrateVariableNames],
    api: [...variableNames, ...namesOf(apiVendors), ...ofNetworks],
    worker: [...variableNames, ...ofVendors, ...ofNetworks],
    signer: ['ROLE', ...signerVariableNames, ...ofVendors, ...ofKeys],
    console: ['ROLE', ...consoleVariableNames],
  }[role];
  return new Set([...NODE, ...names]);
}

/** `SLIPWAY_SECRET` of `SLIPWAY_SECRET_FILE`, and any other name as it is. */
export function variableOfFile(name: string): string {
  const secret = name.replace(/_FILE$/, '');
  return isSecretVariable(secret) ? secret : name;
}
