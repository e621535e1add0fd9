import type { Role } from '@slipway/contract/entities/roles.ts';

/** Groups of roles that may request or approve an action. */
export const EVERYONE: readonly Role[] = ['viewer', 'support', 'compliance', 'treasurer', 'admin'];
export const CASE_STAFF: readonly Role[] = ['support', 'compliance', 'treasurer'];
export const CASE_STAFF_OR_ADMIN: readonly Role[] = [...CASE_STAFF, 'admin'];
export const COMPLIANCE: readonly Role[] = ['compliance'];
export const TREASURER: readonly Role[] = ['treasurer'];
export const ADMIN: readonly Role[] = ['admin'];
export const SUPPORT_OR_COMPLIANCE: readonly Role[] = ['support', 'compliance'];
export const COMPLIANCE_OR_TREASURER: readonly Role[] = ['compliance', 'treasurer'];
export const COMPLIANCE_OR_ADMIN: readonly Role[] = ['compliance', 'admin'];
export const TREASURER_OR_ADMIN: readonly Role[] = ['treasurer', 'admin'];
export const APPROVERS: readonly Role[] = ['compliance', 'treasurer', 'admin'];

/** Returns `treasurer, compliance, or admin`. */
export function formatRoles(roles: readonly string[]): string {
  return new Intl.ListFormat('en', { type: 'disjunction' }).format(roles);
}
