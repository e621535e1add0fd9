import { createHmac } from 'node:crypto';
import type { Amount } from '@slipway/money/amount.ts';
import { equalBytes } from '../../platform/secrets.ts';
import type { Order } from './order.ts';

/** What an order promises, to whom, and for what: nothing of it changes without a seal of its own. */
export type SealedTerms = Pick<
  Order,
  | 'orderNo'
  | 'offerType'
  | 'payMethod'
  | 'transferReference'
  | 'pay'
  | 'receiveCurrency'
  | 'receive'
  | 'requote'
  | 'network'
  | 'address'
>;

/** HMAC-SHA256 (RFC 2104) over the terms, amounts with their assets and digits. A writer of the database lacks the key. */
export function sealOf(key: Uint8Array, terms: SealedTerms): Buffer {
  return createHmac('sha256', key).update(textOf(terms)).digest();
}

export function isSealed(key: Uint8Array, order: Order): boolean {
  return order.seal !== null && equalBytes(sealOf(key, order), order.seal);
}

/**
 * The order with a new seal where its terms have changed. One whose seal does not fit what stood before keeps it: whatever
 * was changed beside the machine is never made good by it.
 */
export function resealed(key: Uint8Array, before: Order, after: Order): Order {
  if (textOf(before) === textOf(after) || !isSealed(key, before)) return after;
  return { ...after, seal: sealOf(key, after) };
}

function textOf(terms: SealedTerms): string {
  const { orderNo, offerType, payMethod, transferReference, pay, receiveCurrency, receive, requote, network } = terms;
  const amounts = [pay, receive, requote].map((amount) => amount && partsOf(amount));
  const named = [orderNo, offerType, payMethod, transferReference, receiveCurrency, network, terms.address];
  return JSON.stringify([...named, ...amounts]);
}

function partsOf({ asset, units }: Amount): readonly [string, number, string] {
  return [asset.id, asset.decimals, units.toString()];
}
