import { createHash } from 'node:crypto';

/** Kraken accepts a UUID, with or without dashes, or up to 18 characters of text (docs.kraken.com, cl_ord_id). */
const ACCEPTED_UNCHANGED = /^(?:[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|[0-9a-f]{32}|[\w-]{1,18})$/;

/** Returns the order id if Kraken accepts it, otherwise a hash of it. */
export function toClOrdId(clientOrderId: string): string {
  if (ACCEPTED_UNCHANGED.test(clientOrderId)) return clientOrderId;
  return createHash('sha256').update(clientOrderId).digest('hex').slice(0, 32);
}
