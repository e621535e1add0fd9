import type { Order } from '../order.ts';

/**
 * Sanctions rules. They freeze an order: until two people have lifted the freeze, the operator may neither send coins nor
 * refund.
 */
const SANCTIONS_RULES: ReadonlySet<string> = new Set(['address_denied', 'name_listed']);

export function computeFreezeChanges(rule: string): Partial<Pick<Order, 'frozen'>> {
  return SANCTIONS_RULES.has(rule) ? { frozen: true } : {};
}
