/** Processes that have a role of their own in the database, in the order of the table of rights. */
export const roleNames = ['api', 'worker', 'signer', 'operator'] as const;

export type RoleName = (typeof roleNames)[number];

const PREFIX = 'slipway_';

/** Roles are the whole server's: two databases on one server have roles of two prefixes, by DATABASE_ROLE_PREFIX. */
export function databaseRole(role: RoleName, prefix: string = PREFIX): string {
  return `${prefix}${role}`;
}
