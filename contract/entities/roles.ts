/** What a person at the operator may be; one person may be several. `rights.ts` says what each may do. */
export const roles = ['viewer', 'support', 'compliance', 'treasurer', 'admin'] as const;

export type Role = (typeof roles)[number];

export function isRole(word: string): word is Role {
  return roles.some((role) => role === word);
}
