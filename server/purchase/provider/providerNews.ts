import { raiseAlert } from '../../notification/alertStore.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { ProviderOrder, ProviderState } from '../../providers/offers/offerPort.ts';
import { keepTold } from '../offer/providerOrderStore.ts';
import { type Conclusion, done, tells } from '../order/conclusion.ts';
import type { OrderEvent } from '../order/events.ts';
import type { Order } from '../order/order.ts';

/** The event of each state; where the buyer has not paid yet, nothing has happened. */
const EVENTS = {
  awaiting_payment: undefined,
  paid: 'provider_paid',
  delivering: 'provider_delivering',
  delivered: 'provider_delivered',
  on_hold: 'provider_held',
  failed: 'provider_failed',
  expired: 'provider_expired',
  refunded: 'provider_refunded',
} as const satisfies Record<ProviderState, OrderEvent['kind'] | undefined>;

/**
 * What follows from a provider's word about an order. Its word holds, whatever was said before; a word that nobody knows, coins
 * that go elsewhere and a purchase that is another order's change nothing and are told to the operator.
 */
export function providerNews(order: Order, told: ProviderOrder): Conclusion {
  if (!goesToOrder(order, told))
    return done(async (transaction) => {
      await raiseAlert(transaction, { ...about(order, told, 'address'), kind: 'provider_address_differs' });
    });
  if (told.state === undefined)
    return done(async (transaction) => {
      await keep(transaction, order, told);
      await raiseAlert(transaction, { ...about(order, told, 'word'), kind: 'provider_word_unknown' });
    });
  const kind = EVENTS[told.state];
  const write = (transaction: Transaction) => keep(transaction, order, told);
  if (kind === undefined || told.state === order.status)
    return done(async (transaction) => void (await write(transaction)));
  const { providerOrderId, word } = told;
  const key = `provider:${told.state}:${order.eventSequence}`;
  const said = { providerOrderId, word };
  if (kind === 'provider_delivered')
    return tells({ kind, key, facts: { ...said, affiliateUnits: told.affiliateFee?.units ?? null } }, write);
  if (kind === 'provider_failed') return tells({ kind, key, facts: { ...said, reason: told.reason ?? '' } }, write);
  return tells({ kind, key, facts: said }, write);
}

/** `stale`: the provider's purchase is another order's. */
async function keep(transaction: Transaction, order: Order, told: ProviderOrder): Promise<void | 'stale'> {
  if (await keepTold(transaction, order, told)) return undefined;
  await raiseAlert(transaction, { ...about(order, told, 'purchase'), kind: 'provider_order_of_another' });
  return 'stale';
}

/** Whether the coins go where the order says, as far as is told. Accounts are written in capitals or not; outputs mean what they say. */
export function goesToOrder({ address, receive }: Order, told: Pick<ProviderOrder, 'address'>): boolean {
  if (told.address === undefined) return true;
  const isAccount = receive.asset.id.startsWith('eip155:');
  return isAccount ? told.address.toLowerCase() === address.toLowerCase() : told.address === address;
}

/** What the operator is told of a purchase; once for each word of the provider about it. */
function about(order: Order, { providerOrderId, word, address }: ProviderOrder, matter: string) {
  return {
    key: `provider ${matter}:${order.orderNo}:${providerOrderId}:${word}`,
    orderId: order.id,
    facts: { provider: order.offerType, providerOrderId, word, address: address ?? '' },
  };
}
