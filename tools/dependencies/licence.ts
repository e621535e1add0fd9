import { ALLOWED_LICENCES, LICENCES_AS_READ } from './budget.ts';
import type { InstalledPackage } from './lockfile.ts';

/** An SPDX expression; undefined where nobody has said or read one. */
export function licenceOf({ name, version, locked }: InstalledPackage): string | undefined {
  return LICENCES_AS_READ[`${name}@${version}`] ?? locked.license;
}

/** Whether some choice that the expression leaves is allowed. Of joined licences every one must be. */
export function isAllowed(expression: string): boolean {
  return expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((id) => ALLOWED_LICENCES.has(id.trim())));
}
