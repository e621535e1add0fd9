import { readableToken } from '../../platform/secrets.ts';

/** 100 bits. The bank's booking repeats the id, so that it can be matched with the refund. */
const REFUND_ID_LENGTH = 20;

export function createRefundId(): string {
  return `RFD${readableToken(REFUND_ID_LENGTH)}`;
}

export function isRefundId(id: string): boolean {
  return id.startsWith('RFD');
}
