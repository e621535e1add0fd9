/**
 * Database roles, in the order of the table of rights. Each belongs to a process, except the clerk's: a worker uses it in
 * addition to its own, only to execute what people have signed.
 */
export const roleNames = ['api', 'worker', 'signer', 'clerk', 'operator'] as const;

export type RoleName = (typeof roleNames)[number];

const PREFIX = 'slipway_';

/**
 * Returns the role's name in the database. Roles are shared by a whole server: two installations on one server use different
 * prefixes (DATABASE_ROLE_PREFIX).
 */
export function getRoleName(role: RoleName, prefix: string = PREFIX): string {
  return `${prefix}${role}`;
}
