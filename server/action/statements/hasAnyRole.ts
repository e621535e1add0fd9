/** Returns true if a person with these roles has one of the permitted ones. */
export function hasAnyRole(roles: readonly string[], permitted: readonly string[] | null | undefined): boolean {
  return roles.some((role) => permitted?.includes(role));
}
