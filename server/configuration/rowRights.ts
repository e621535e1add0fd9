import type { Role } from '@slipway/contract/entities/roles.ts';
import type { ActionRight } from '../platform/persons/actionRight.ts';
import type { ConfigurationKind } from './configurationKinds.ts';

const ADMIN_RIGHT: ActionRight = { requesters: ['admin'], approvers: ['admin'] };
const TREASURY_RIGHT: ActionRight = { requesters: ['admin'], approvers: ['treasurer', 'admin'] };
const COMPLIANCE_OR_ADMINS: readonly Role[] = ['compliance', 'admin'];
const COMPLIANCE_RIGHT: ActionRight = { requesters: COMPLIANCE_OR_ADMINS, approvers: COMPLIANCE_OR_ADMINS };

/** Who may request a change to a row, and who may approve it if it needs two people, by kind. */
export const rowRights: Readonly<Record<ConfigurationKind, ActionRight>> = {
  currency: ADMIN_RIGHT,
  crypto: ADMIN_RIGHT,
  network: ADMIN_RIGHT,
  fee: TREASURY_RIGHT,
  country: ADMIN_RIGHT,
  rule: ADMIN_RIGHT,
  'risk-rule': COMPLIANCE_RIGHT,
  'transfer-account': TREASURY_RIGHT,
  partner: ADMIN_RIGHT,
  // One treasurer may disable a provider that does not deliver. Enabling it needs an admin's approval, unless
  // `limitsNeedSecondApproval` is `no`.
  provider: { requesters: ['treasurer', 'admin'], approvers: ['admin'] },
  'denied-address': COMPLIANCE_RIGHT,
  'blocked-network': COMPLIANCE_RIGHT,
  'reviewed-name': COMPLIANCE_RIGHT,
};
