import { ok } from '../outcome.ts';
import type { TradingVenue } from './venuePort.ts';

const RETRY_AFTER_MS = 60_000;
const NOBODY = { kind: 'unavailable', retryAfterMs: RETRY_AFTER_MS, detail: 'no venue is configured' } as const;

/** Where nothing is bought for anybody: what had begun at a venue waits until one is there again. */
export const absentVenue: TradingVenue = {
  id: 'none',
  getAsks: async () => NOBODY,
  getMarketRules: async () => NOBODY,
  execute: async () => NOBODY,
  getExecution: async () => NOBODY,
  cancel: async () => NOBODY,
  readStatement: async () => NOBODY,
  // There is no account in which anything could lie or move.
  getBalances: async () => ok([]),
  listMovements: async () => ok({ movements: [], nextPage: undefined }),
  withdraw: async () => NOBODY,
  listWithdrawals: async () => NOBODY,
};
