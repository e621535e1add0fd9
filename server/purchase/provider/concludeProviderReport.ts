import { raiseAlert } from '../../notification/alertStore.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { ProviderOrder, ProviderState } from '../../providers/offers/offerPort.ts';
import { saveProviderReport } from '../offer/providerOrderStore.ts';
import type { Order } from '../order/order.ts';
import type { OrderEvent } from '../order/orderEventKinds.ts';
import { type Conclusion, concludeDone, concludeWithEvent } from '../order/stepRunner/conclusion.ts';

/** The event of each state; undefined while the buyer has not paid. */
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
 * Returns the conclusion from a provider's report on an order. An unknown status, another payout address, or a purchase
 * that belongs to another order does not change the order's status and raises an alert.
 */
export function concludeProviderReport(order: Order, report: ProviderOrder): Conclusion {
  if (!isSentToOrderAddress(order, report))
    return concludeDone(async (transaction) => {
      await raiseAlert(transaction, {
        ...buildPurchaseAlert(order, report, 'address'),
        kind: 'provider_address_differs',
      });
    });
  if (report.state === undefined)
    return concludeDone(async (transaction) => {
      await saveReport(transaction, order, report);
      await raiseAlert(transaction, {
        ...buildPurchaseAlert(order, report, 'status'),
        kind: 'provider_status_unknown',
      });
    });
  const kind = EVENTS[report.state];
  const write = (transaction: Transaction) => saveReport(transaction, order, report);
  if (kind === undefined || report.state === order.status)
    return concludeDone(async (transaction) => void (await write(transaction)));
  const { providerOrderId, vendorStatus } = report;
  const key = `provider:${report.state}:${order.eventSequence}`;
  const facts = { providerOrderId, status: vendorStatus };
  if (kind === 'provider_delivered')
    return concludeWithEvent(
      { kind, key, facts: { ...facts, affiliateUnits: report.affiliateFee?.units ?? null } },
      write,
    );
  if (kind === 'provider_failed')
    return concludeWithEvent({ kind, key, facts: { ...facts, reason: report.reason ?? '' } }, write);
  return concludeWithEvent({ kind, key, facts }, write);
}

/** Stores the report. If the provider's purchase belongs to another order, raises an alert and returns `stale`. */
async function saveReport(transaction: Transaction, order: Order, report: ProviderOrder): Promise<void | 'stale'> {
  if (await saveProviderReport(transaction, order, report)) return undefined;
  await raiseAlert(transaction, {
    ...buildPurchaseAlert(order, report, 'purchase'),
    kind: 'provider_order_of_another',
  });
  return 'stale';
}

/**
 * Returns whether the coins go to the order's address, if reported. Account addresses (EVM) are compared without case,
 * others exactly.
 */
export function isSentToOrderAddress({ address, receive }: Order, report: Pick<ProviderOrder, 'address'>): boolean {
  if (report.address === undefined) return true;
  const isAccount = receive.asset.id.startsWith('eip155:');
  return isAccount ? report.address.toLowerCase() === address.toLowerCase() : report.address === address;
}

/** Returns the alert about a purchase: one for each subject and status of the provider. */
function buildPurchaseAlert(order: Order, { providerOrderId, vendorStatus, address }: ProviderOrder, subject: string) {
  return {
    key: `provider ${subject}:${order.orderNo}:${providerOrderId}:${vendorStatus}`,
    orderId: order.id,
    facts: { provider: order.offerType, providerOrderId, status: vendorStatus, address: address ?? '' },
  };
}
