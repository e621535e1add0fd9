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
  match: { asks: CASE_STAFF, approves: TREASURER },
  return: { asks: TREASURER, approves: COMPLIANCE_OR_TREASURER },
  redirect: { asks: CASE_STAFF, approves: COMPLIANCE_OR_TREASURER },
  'pay-to': { asks: CASE_STAFF, approves: COMPLIANCE_OR_TREASURER },
  'refund-by-bank': { asks: CASE_STAFF, approves: COMPLIANCE_OR_TREASURER },
  vouch: { asks: TREASURER, approves: COMPLIANCE_OR_TREASURER },
  withdraw: { asks: TREASURER, approves: COMPLIANCE_OR_TREASURER },
  'allow-address': { asks: TREASURER, approves: APPROVERS },
  'stop-signing': { asks: APPROVERS, approves: null },
  'start-signing': { asks: ['treasurer', 'admin'], approves: APPROVERS },
} as const satisfies Readonly<Record<string, ActionRight>>;

/** Returns the right for an action; undefined if the signer does not rely on it. */
export function findSignerRight(action: string): ActionRight | undefined {
  return Object.hasOwn(signerRights, action) ? signerRights[action as keyof typeof signerRights] : undefined;
}
