import type { ActionRight } from '../../platform/persons/actionRight.ts';

const TREASURER = ['treasurer'] as const;
const CASE_STAFF = ['support', 'compliance', 'treasurer'] as const;
const COMPLIANCE_OR_TREASURER = ['compliance', 'treasurer'] as const;
const APPROVERS = ['compliance', 'treasurer', 'admin'] as const;

/**
 * Who may request and approve the actions that the signer relies on. This table is separate because the signer loads none of
 * the code that executes these actions; actions.test.ts compares the two. Changes of the configuration are judged by the kind
 * of their row.
 */
export const signerRights = {
  match: { requesters: CASE_STAFF, approvers: TREASURER },
  return: { requesters: TREASURER, approvers: COMPLIANCE_OR_TREASURER },
  redirect: { requesters: CASE_STAFF, approvers: COMPLIANCE_OR_TREASURER },
  'pay-to': { requesters: CASE_STAFF, approvers: COMPLIANCE_OR_TREASURER },
  'refund-by-bank': { requesters: CASE_STAFF, approvers: COMPLIANCE_OR_TREASURER },
  vouch: { requesters: TREASURER, approvers: COMPLIANCE_OR_TREASURER },
  withdraw: { requesters: TREASURER, approvers: COMPLIANCE_OR_TREASURER },
  'allow-address': { requesters: TREASURER, approvers: APPROVERS },
  'stop-signing': { requesters: APPROVERS, approvers: null },
  'start-signing': { requesters: ['treasurer', 'admin'], approvers: APPROVERS },
} as const satisfies Readonly<Record<string, ActionRight>>;

/** Returns the right for an action; undefined if the signer does not rely on it. */
export function findSignerRight(action: string): ActionRight | undefined {
  return Object.hasOwn(signerRights, action) ? signerRights[action as keyof typeof signerRights] : undefined;
}
