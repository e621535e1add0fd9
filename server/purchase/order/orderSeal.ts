import { createHmac } from 'node:crypto';
import type { Amount } from '@slipway/money/amount.ts';
import { equalBytes, type PurposeKeys } from '../../platform/secrets.ts';
import type { Order } from './order.ts';

/** The terms of an order that its seal covers: any change needs a new seal. */
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

/**
 * Returns the HMAC-SHA256 (RFC 2104) of the terms, with each amount's asset and decimals. The key is not in the database, so
 * write access to the database does not suffice to seal.
 */
export function computeOrderSeal([key]: PurposeKeys, terms: SealedTerms): Buffer {
  return createHmac('sha256', key).update(serializeTerms(terms)).digest();
}

/** Returns whether the seal is valid for the newest key or a former one. */
export function hasValidSeal(keys: PurposeKeys, order: Order): boolean {
  const { seal } = order;
  return seal !== null && keys.some((key) => equalBytes(computeOrderSeal([key], order), seal));
}

/**
 * Returns the order, with a new seal if its terms have changed and with its former seal otherwise. An invalid seal is not
 * renewed, so that a change made outside the order machine never becomes valid.
 */
export function renewSeal(keys: PurposeKeys, before: Order, after: Order): Order {
  if (serializeTerms(before) === serializeTerms(after) || !hasValidSeal(keys, before)) return after;
  return { ...after, seal: computeOrderSeal(keys, after) };
}

function serializeTerms(terms: SealedTerms): string {
  const { orderNo, offerType, payMethod, transferReference, pay, receiveCurrency, receive, requote, network } = terms;
  const amounts = [pay, receive, requote].map((amount) => amount && listParts(amount));
  const named = [orderNo, offerType, payMethod, transferReference, receiveCurrency, network, terms.address];
  return JSON.stringify([...named, ...amounts]);
}

function listParts({ asset, units }: Amount): readonly [string, number, string] {
  return [asset.id, asset.decimals, units.toString()];
}
