import type { Order } from '../order.ts';

/** Sanctions rules. The operator may neither send nor refund what they block before two people have lifted the freeze. */
const SANCTIONS_RULES: ReadonlySet<string> = new Set(['address_denied', 'name_listed']);

export function computeFreezeChanges(rule: string): Partial<Pick<Order, 'frozen'>> {
  return SANCTIONS_RULES.has(rule) ? { frozen: true } : {};
}
