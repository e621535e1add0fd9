/**
 * Roles in the database, in the order of the table of rights. Each is a process's, but for the clerk's: a worker has it beside
 * its own, for what persons have signed and nothing else.
 */
export const roleNames = ['api', 'worker', 'signer', 'clerk', 'operator'] as const;

export type RoleName = (typeof roleNames)[number];

const PREFIX = 'slipway_';

/** Roles are the whole server's: two databases on one server have roles of two prefixes, by DATABASE_ROLE_PREFIX. */
export function databaseRole(role: RoleName, prefix: string = PREFIX): string {
  return `${prefix}${role}`;
}
