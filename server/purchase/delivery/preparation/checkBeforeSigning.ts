import type { Keys } from '../../../platform/secrets.ts';
import type { AddressScreener, ScreeningVerdict } from '../../../risk/screening.ts';
import { isFullAmountKept, type Order } from '../../order/order.ts';
import { hasValidSeal } from '../../order/orderSeal.ts';

export type SigningCheckContext = { readonly screening: AddressScreener; readonly keys: Keys };

export type SigningCheckRefusal = 'order_changed' | 'address_denied' | 'list_stale' | 'not_paid';

/** The screening verdict on the order's address, and why its payout must not be signed; undefined if it may be. */
export type SigningCheck = { readonly screened: ScreeningVerdict; readonly refusal: SigningCheckRefusal | undefined };

/**
 * Checks an order just before signing: its terms are those of its seal, no sanctions list contains its address, the
 * lists are fresh, the order is not frozen, and the full amount was received and not returned.
 */
export function checkBeforeSigning({ keys, screening }: SigningCheckContext, order: Order): SigningCheck {
  const screened = screening.judge(order.address, new Date());
  return { screened, refusal: findRefusal(keys, order, screened) };
}

function findRefusal(keys: Keys, order: Order, { outcome }: ScreeningVerdict): SigningCheckRefusal | undefined {
  if (!hasValidSeal(keys.orderSeal, order)) return 'order_changed';
  if (outcome === 'denied') return 'address_denied';
  if (outcome === 'stale') return 'list_stale';
  if (order.frozen) return 'address_denied';
  return isFullAmountKept(order) ? undefined : 'not_paid';
}
