/** Returns true if a person with these roles has one of the permitted ones. */
export function hasAnyRole(held: readonly string[], may: readonly string[] | null | undefined): boolean {
  return held.some((role) => may?.includes(role));
}
