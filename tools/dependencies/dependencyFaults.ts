import { ALLOWED_LICENCES, INSTALL_SCRIPTS_THAT_ARE_NOT_RUN, LICENCES_AS_READ, MOST_PACKAGES } from './budget.ts';
import { isAllowed, licenceOf } from './licence.ts';
import { type InstalledPackage, installedFor, type LockedPackages, namedBy, PRODUCT } from './lockfile.ts';
import { reasons } from './reasons.ts';

/** What keeps the product's dependencies from being those that somebody has decided for, one line each. */
export function dependencyFaults(packages: LockedPackages, npmSettings: string): string[] {
  const installed = installedFor(packages, PRODUCT);
  return [
    ...countFaults(installed.length),
    ...reasonFaults(namedBy(packages, PRODUCT)),
    ...installed.flatMap(licenceFaults),
    ...staleLicences(installed),
    ...scriptFaults(installed, npmSettings),
  ];
}

function countFaults(count: number): string[] {
  if (count > MOST_PACKAGES)
    return [`${count} packages, ${MOST_PACKAGES} at most: do without, or say why in tools/dependencies/budget.ts`];
  return count < MOST_PACKAGES ? [`${count} packages: lower the ${MOST_PACKAGES} of tools/dependencies/budget.ts`] : [];
}

function reasonFaults(named: readonly string[]): string[] {
  const known = Object.keys(reasons);
  return [
    ...named.filter((name) => !known.includes(name)).map((name) => `${name} has no reason in reasons.ts`),
    ...known.filter((name) => !named.includes(name)).map((name) => `${name} has a reason and is not installed`),
  ];
}

function licenceFaults(one: InstalledPackage): string[] {
  const licence = licenceOf(one);
  if (licence === undefined) return [`${one.name}@${one.version} has no licence: read it, and say so in budget.ts`];
  const allowed = [...ALLOWED_LICENCES].join(', ');
  return isAllowed(licence) ? [] : [`${one.name}@${one.version} is under ${licence}; allowed are ${allowed}`];
}

function staleLicences(installed: readonly InstalledPackage[]): string[] {
  const there = new Set(installed.map(({ name, version }) => `${name}@${version}`));
  return Object.keys(LICENCES_AS_READ)
    .filter((one) => !there.has(one))
    .map((one) => `${one} has a licence in budget.ts and is not installed`);
}

function scriptFaults(installed: readonly InstalledPackage[], npmSettings: string): string[] {
  const withScript = installed.filter(({ locked }) => locked.hasInstallScript).map(({ name }) => name);
  const known = Object.keys(INSTALL_SCRIPTS_THAT_ARE_NOT_RUN);
  return [
    ...(/^ignore-scripts=true$/m.test(npmSettings) ? [] : ['.npmrc lets scripts run at the installation']),
    ...withScript.filter((name) => !known.includes(name)).map((name) => `${name} asks for a script: look at it`),
    ...known.filter((name) => !withScript.includes(name)).map((name) => `${name} asks for no script any more`),
  ];
}
