import type { Keys } from '../../platform/secrets.ts';
import type { AddressScreening, ScreeningVerdict } from '../../risk/screening.ts';
import { isKeptInFull, type Order } from '../order/order.ts';
import { isSealed } from '../order/orderSeal.ts';

export type LookContext = { readonly screening: AddressScreening; readonly keys: Keys };

export type LookRefusal = 'order_changed' | 'address_denied' | 'list_stale' | 'not_paid';

/** What the lists say of the order's address, and why nothing may be signed for it; no refusal: it may. */
export type LastLook = { readonly screened: ScreeningVerdict; readonly refusal: LookRefusal | undefined };

/** Just before signing: address and amount are those that were promised to the buyer, no list has it, the lists are fresh, and the money is here. */
export function lastLook({ keys, screening }: LookContext, order: Order): LastLook {
  const screened = screening.judge(order.address, new Date());
  return { screened, refusal: refusalOf(keys, order, screened) };
}

function refusalOf(keys: Keys, order: Order, { outcome }: ScreeningVerdict): LookRefusal | undefined {
  if (!isSealed(keys.orderSeal, order)) return 'order_changed';
  if (outcome === 'denied') return 'address_denied';
  if (outcome === 'stale') return 'list_stale';
  if (order.frozen) return 'address_denied';
  return isKeptInFull(order) ? undefined : 'not_paid';
}
