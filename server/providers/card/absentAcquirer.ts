import { ok } from '../outcome.ts';
import type { CardAcquirer } from './cardPort.ts';

const RETRY_AFTER_MS = 60_000;
const NOBODY = { kind: 'unavailable', retryAfterMs: RETRY_AFTER_MS, detail: 'no card acquirer is configured' } as const;

/** Where no cards are taken: none is offered, and what an acquirer had begun waits until one is there again. */
export const absentAcquirer: CardAcquirer = {
  id: 'none',
  browser: {
    scriptUrl: '',
    publicKey: '',
    scriptOrigins: [],
    frameOrigins: [],
    connectOrigins: [],
    fieldsAmount: ({ units, asset }) => ({ amountMinor: Number(units), currency: asset.code.toLowerCase() }),
  },
  createCustomer: async () => NOBODY,
  authorize: async () => NOBODY,
  capture: async () => NOBODY,
  void: async () => NOBODY,
  refund: async () => NOBODY,
  getPayment: async () => NOBODY,
  getRefund: async () => NOBODY,
  findRefund: async () => NOBODY,
  getDispute: async () => NOBODY,
  uploadEvidenceFile: async () => NOBODY,
  submitEvidence: async () => NOBODY,
  getFraudWarning: async () => NOBODY,
  // There is no account in which anything could move.
  listBalanceLines: async () => ok({ lines: [] }),
  listCards: async () => NOBODY,
  forgetCard: async () => NOBODY,
  verifyWebhook: () => null,
};
