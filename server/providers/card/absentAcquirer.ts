import { ok } from '../outcome.ts';
import type { CardAcquirer } from './cardPort.ts';

const RETRY_AFTER_MS = 60_000;
const NOT_CONFIGURED = {
  kind: 'unavailable',
  retryAfterMs: RETRY_AFTER_MS,
  detail: 'no card acquirer is configured',
} as const;

/**
 * Used when no card acquirer is configured: cards are not offered, and pending card operations wait until an acquirer
 * is configured again.
 */
export const absentAcquirer: CardAcquirer = {
  id: 'none',
  browser: {
    scriptUrl: '',
    publicKey: '',
    scriptOrigins: [],
    frameOrigins: [],
    connectOrigins: [],
    toFieldsAmount: ({ units, asset }) => ({ amountMinor: Number(units), currency: asset.code.toLowerCase() }),
  },
  createCustomer: async () => NOT_CONFIGURED,
  authorize: async () => NOT_CONFIGURED,
  capture: async () => NOT_CONFIGURED,
  void: async () => NOT_CONFIGURED,
  refund: async () => NOT_CONFIGURED,
  getPayment: async () => NOT_CONFIGURED,
  getRefund: async () => NOT_CONFIGURED,
  findRefund: async () => NOT_CONFIGURED,
  getDispute: async () => NOT_CONFIGURED,
  uploadEvidenceFile: async () => NOT_CONFIGURED,
  submitEvidence: async () => NOT_CONFIGURED,
  getFraudWarning: async () => NOT_CONFIGURED,
  // Without an acquirer there is no account, and so no balance line.
  listBalanceLines: async () => ok({ lines: [] }),
  getPayout: async () => NOT_CONFIGURED,
  listPayoutLines: async () => ok({ lines: [] }),
  forgetCard: async () => NOT_CONFIGURED,
  verifyWebhook: () => null,
};
