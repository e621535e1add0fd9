import { readableToken } from '../../platform/secrets.ts';

/** 100 bits; the bank repeats the id in its booking, which identifies the refund. */
const REFUND_ID_LENGTH = 20;

export function newRefundId(): string {
  return `RFD${readableToken(REFUND_ID_LENGTH)}`;
}

export function isRefundId(id: string): boolean {
  return id.startsWith('RFD');
}
