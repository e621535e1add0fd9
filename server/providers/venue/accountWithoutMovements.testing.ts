import { ok } from '../outcome.ts';
import type { VenueAccount } from './venueAccount.ts';

/** An account at a venue with no movements except trades. */
export const accountWithoutMovements: VenueAccount = {
  getBalances: async () => ok([]),
  listMovements: async () => ok({ movements: [] }),
  withdraw: async () => ({ kind: 'refused', reason: 'not_permitted' }),
  listWithdrawals: async () => ok([]),
};
