import { ok } from '../outcome.ts';
import type { TradingVenue } from './venuePort.ts';

const RETRY_AFTER_MS = 60_000;
const NOT_CONFIGURED = { kind: 'unavailable', retryAfterMs: RETRY_AFTER_MS, detail: 'no venue is configured' } as const;

/** Used when no trading venue is configured: pending orders at a venue wait until one is configured again. */
export const absentVenue: TradingVenue = {
  id: 'none',
  getAsks: async () => NOT_CONFIGURED,
  getMarketRules: async () => NOT_CONFIGURED,
  execute: async () => NOT_CONFIGURED,
  getExecution: async () => NOT_CONFIGURED,
  cancel: async () => NOT_CONFIGURED,
  readStatement: async () => NOT_CONFIGURED,
  // Without a venue there is no account: no balances and no movements.
  getBalances: async () => ok([]),
  listMovements: async () => ok({ movements: [], nextPage: undefined }),
  withdraw: async () => NOT_CONFIGURED,
  listWithdrawals: async () => NOT_CONFIGURED,
};
