import type { Order } from './order.ts';

/** Rules of sanctions lists. What they stop is not the operator's to send or to give back: two people lift it first. */
const LISTED: ReadonlySet<string> = new Set(['address_denied', 'name_listed']);

export function freezing(rule: string): Partial<Pick<Order, 'frozen'>> {
  return LISTED.has(rule) ? { frozen: true } : {};
}
