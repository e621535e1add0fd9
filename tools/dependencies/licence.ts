import { ALLOWED_LICENCES, REVIEWED_LICENCES } from './budget.ts';
import type { InstalledPackage } from './lockfile.ts';

/** Returns the SPDX expression of a package; undefined if it is unknown. */
export function findLicence({ name, version, locked }: InstalledPackage): string | undefined {
  return REVIEWED_LICENCES[`${name}@${version}`] ?? locked.license;
}

/** Returns true if an alternative (`OR`) is allowed. All licences of an alternative (`AND`) must be allowed. */
export function isAllowedLicence(expression: string): boolean {
  return expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((id) => ALLOWED_LICENCES.has(id.trim())));
}
