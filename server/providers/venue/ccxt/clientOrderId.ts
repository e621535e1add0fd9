import { createHash } from 'node:crypto';

/** Kraken takes a UUID, with or without dashes, or up to 18 characters of text (docs.kraken.com, cl_ord_id). */
const TAKEN_AS_IT_IS = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}|[\w-]{1,18})$/;

/** Kraken's form of our id: the same one always gives the same. */
export function toClOrdId(clientOrderId: string): string {
  if (TAKEN_AS_IT_IS.test(clientOrderId)) return clientOrderId;
  return createHash('sha256').update(clientOrderId).digest('hex').slice(0, 32);
}
