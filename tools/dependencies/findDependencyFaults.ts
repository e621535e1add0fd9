import { ALLOWED_LICENCES, MAX_PACKAGES, REVIEWED_LICENCES, SKIPPED_INSTALL_SCRIPTS } from './budget.ts';
import { findLicence, isAllowedLicence } from './licence.ts';
import {
  type InstalledPackage,
  type LockedPackages,
  listDirectDependencies,
  listInstalledPackages,
  PRODUCT_WORKSPACES,
} from './lockfile.ts';
import { reasons } from './reasons.ts';

/** Returns one line for each deviation of the product's dependencies from the recorded decisions. */
export function findDependencyFaults(packages: LockedPackages, npmSettings: string): string[] {
  const installed = listInstalledPackages(packages, PRODUCT_WORKSPACES);
  return [
    ...checkPackageCount(installed.length),
    ...checkReasons(listDirectDependencies(packages, PRODUCT_WORKSPACES)),
    ...installed.flatMap(checkLicence),
    ...findStaleLicences(installed),
    ...checkInstallScripts(installed, npmSettings),
  ];
}

function checkPackageCount(count: number): string[] {
  if (count > MAX_PACKAGES)
    return [`${count} packages, ${MAX_PACKAGES} at most: do without, or say why in tools/dependencies/budget.ts`];
  return count < MAX_PACKAGES ? [`${count} packages: lower the ${MAX_PACKAGES} of tools/dependencies/budget.ts`] : [];
}

function checkReasons(named: readonly string[]): string[] {
  const known = Object.keys(reasons);
  return [
    ...named.filter((name) => !known.includes(name)).map((name) => `${name} has no reason in reasons.ts`),
    ...known.filter((name) => !named.includes(name)).map((name) => `${name} has a reason and is not installed`),
  ];
}

function checkLicence(one: InstalledPackage): string[] {
  const licence = findLicence(one);
  if (licence === undefined) return [`${one.name}@${one.version} has no licence: read it, and say so in budget.ts`];
  const allowed = [...ALLOWED_LICENCES].join(', ');
  return isAllowedLicence(licence) ? [] : [`${one.name}@${one.version} is under ${licence}; allowed are ${allowed}`];
}

function findStaleLicences(installed: readonly InstalledPackage[]): string[] {
  const there = new Set(installed.map(({ name, version }) => `${name}@${version}`));
  return Object.keys(REVIEWED_LICENCES)
    .filter((one) => !there.has(one))
    .map((one) => `${one} has a licence in budget.ts and is not installed`);
}

function checkInstallScripts(installed: readonly InstalledPackage[], npmSettings: string): string[] {
  const withScript = installed.filter(({ locked }) => locked.hasInstallScript).map(({ name }) => name);
  const known = Object.keys(SKIPPED_INSTALL_SCRIPTS);
  return [
    ...(/^ignore-scripts=true$/m.test(npmSettings) ? [] : ['.npmrc lets scripts run at the installation']),
    ...withScript.filter((name) => !known.includes(name)).map((name) => `${name} asks for a script: look at it`),
    ...known.filter((name) => !withScript.includes(name)).map((name) => `${name} asks for no script any more`),
  ];
}
