import type { Role } from '@slipway/contract/entities/roles.ts';
import type { Right } from '../platform/persons/rights.ts';
import type { Kind } from './kinds.ts';

const BY_ADMINS: Right = { asks: ['admin'], approves: ['admin'] };
const MONEY: Right = { asks: ['admin'], approves: ['treasurer', 'admin'] };
const LAW_OR_ADMINS: readonly Role[] = ['compliance', 'admin'];
const LAW: Right = { asks: LAW_OR_ADMINS, approves: LAW_OR_ADMINS };

/** Who may ask for a change of a row, and whose yes counts where it takes two, by the row's kind. */
export const rowRights: Readonly<Record<Kind, Right>> = {
  currency: BY_ADMINS,
  crypto: BY_ADMINS,
  network: BY_ADMINS,
  fee: MONEY,
  country: BY_ADMINS,
  rule: BY_ADMINS,
  'risk-rule': LAW,
  'transfer-account': MONEY,
  partner: BY_ADMINS,
  // Whoever has the money takes one out that does not deliver; an admin alone brings it back.
  provider: { asks: ['treasurer', 'admin'], approves: ['admin'] },
  'denied-address': LAW,
  'blocked-network': LAW,
  'reviewed-name': LAW,
};
