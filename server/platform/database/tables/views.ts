import type { AccessRights } from './tableDescription.ts';

/** Views, which are read with their owner's rights. */
export const views = {
  // Postings of the account liability:partner
  partner_shares: { rights: ['r', '', '', 'r', 'r'] },
  // Payments with their bank bookings
  partner_settlements: { rights: ['r', '', '', '', 'r'] },
  purchase_funnel: { rights: ['', '', '', '', 'r'] },
} as const satisfies Readonly<Record<string, AccessRights>>;
