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

const BUDGET = 'tools/dependencies/budget.ts';
const REASONS = 'tools/dependencies/reasons.ts';

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
    return [
      `${count} packages, ${MAX_PACKAGES} at most: remove one, or raise MAX_PACKAGES in ${BUDGET} with the reason`,
    ];
  return count < MAX_PACKAGES ? [`${count} packages: lower MAX_PACKAGES (${MAX_PACKAGES}) in ${BUDGET}`] : [];
}

function checkReasons(named: readonly string[]): string[] {
  const withReason = Object.keys(reasons);
  return [
    ...named.filter((name) => !withReason.includes(name)).map((name) => `${name} has no reason in ${REASONS}`),
    ...withReason
      .filter((name) => !named.includes(name))
      .map((name) => `${name} is not installed: remove it from ${REASONS}`),
  ];
}

function checkLicence(one: InstalledPackage): string[] {
  const licence = findLicence(one);
  if (licence === undefined)
    return [`${one.name}@${one.version} has no licence: read its files, and add the licence to ${BUDGET}`];
  const allowed = [...ALLOWED_LICENCES].join(', ');
  return isAllowedLicence(licence) ? [] : [`${one.name}@${one.version} is under ${licence}; allowed are ${allowed}`];
}

function findStaleLicences(installed: readonly InstalledPackage[]): string[] {
  const installedVersions = new Set(installed.map(({ name, version }) => `${name}@${version}`));
  return Object.keys(REVIEWED_LICENCES)
    .filter((one) => !installedVersions.has(one))
    .map((one) => `${one} is not installed: remove its licence from ${BUDGET}`);
}

function checkInstallScripts(installed: readonly InstalledPackage[], npmSettings: string): string[] {
  const withScript = installed.filter(({ locked }) => locked.hasInstallScript).map(({ name }) => name);
  const reviewed = Object.keys(SKIPPED_INSTALL_SCRIPTS);
  return [
    ...(/^ignore-scripts=true$/m.test(npmSettings) ? [] : ['.npmrc allows install scripts: set ignore-scripts=true']),
    ...withScript
      .filter((name) => !reviewed.includes(name))
      .map((name) => `${name} has an install script: review it, and add it to ${BUDGET}`),
    ...reviewed
      .filter((name) => !withScript.includes(name))
      .map((name) => `${name} has no install script: remove it from ${BUDGET}`),
  ];
}
