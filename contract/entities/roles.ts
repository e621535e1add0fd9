/** Roles of people at the operator; one person may have several. docs/actions.md lists what each may request and approve. */
export const roles = ['viewer', 'support', 'compliance', 'treasurer', 'admin'] as const;

export type Role = (typeof roles)[number];

export function isRole(value: string): value is Role {
  return roles.some((role) => role === value);
}
