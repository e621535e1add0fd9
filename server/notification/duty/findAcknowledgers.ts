import type { Role } from '@slipway/contract/entities/roles.ts';
import type { PersonRegistry } from '../../platform/persons/personRegistry.ts';

/** Roles that may acknowledge alerts. */
export const ACKNOWLEDGING_ROLES: readonly Role[] = ['support', 'compliance', 'treasurer', 'admin'];

/** Returns the names of enrolled people who may acknowledge alerts, and so be on duty; none if statements are missing. */
export function findAcknowledgers({ enrolled, brokenAt }: PersonRegistry): ReadonlySet<string> {
  if (brokenAt !== undefined) return new Set();
  return new Set(
    [...enrolled.values()]
      .filter(({ roles }) => roles.some((role) => ACKNOWLEDGING_ROLES.includes(role)))
      .map(({ name }) => name),
  );
}
