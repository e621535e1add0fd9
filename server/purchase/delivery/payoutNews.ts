import type { PayoutView } from '../../providers/chain/chainPort.ts';
import { type Conclusion, tells, waits } from '../order/conclusion.ts';
import type { NetworkFeeFact, OrderEvent } from '../order/events.ts';
import { hasEvent } from '../order/orderEventStore.ts';
import type { Delivery } from './currentDelivery.ts';
import { type PayoutStatus, type PayoutVariant, updatePayout } from './payoutStore.ts';
import type { DeliveryContext } from './preparePayout.ts';

/** What the chain says of one signed form of a payout. */
export type Sight = { readonly variant: PayoutVariant; readonly view: PayoutView };

/** A payout that the node has forgotten is told about at most this often. */
const DROPPED_EVERY_MS = 10_000;
/** One that is stuck at most this often for each of its forms. */
const STUCK_EVERY_MS = 3_600_000;

/** What follows for an order from where its payout stands on the chain. */
export async function payoutNews(
  context: DeliveryContext,
  delivery: Delivery,
  sights: readonly Sight[],
): Promise<Conclusion> {
  const mined = sights.find(({ view }) => view.status === 'included' || view.status === 'reverted');
  if (mined) return minedNews(delivery, mined);
  if (delivery.order.status === 'delivered') return reorganized(delivery);
  const expires = delivery.chain.traits.signedBytesExpireAfterMs !== undefined;
  if (expires && sights.every(({ view }) => view.status === 'replaced' && view.final)) return expired(delivery);
  return waitingNews(context, delivery, sights);
}

function minedNews(delivery: Delivery, { variant, view }: Sight): Conclusion {
  const { order, payout, chain } = delivery;
  const { transactionId } = variant;
  const enough =
    chain.traits.deliveredWhen === 'final'
      ? view.final
      : view.confirmations >= chain.requiredConfirmations(order.euroCents);
  const event = minedEvent(delivery, variant, view, enough);
  const news = {
    status: payoutStatus(payout.status, view, enough),
    transactionId,
    confirmations: view.confirmations,
    feeUnits: view.networkFee?.units ?? null,
  };
  if (!event) {
    const reason = order.status === 'delivered' ? 'finality' : 'confirmations';
    return waits(reason, (transaction) => updatePayout(transaction, payout.id, news));
  }
  return tells(event, (transaction) => updatePayout(transaction, payout.id, news));
}

function minedEvent(
  { order, payout }: Delivery,
  { transactionId }: PayoutVariant,
  view: PayoutView,
  enough: boolean,
): OrderEvent | undefined {
  const payoutId = payout.id;
  const networkFee = feeFact(view);
  if (view.status === 'reverted') {
    if (!view.final || order.status !== 'delivering') return undefined;
    return { kind: 'payout_reverted', key: `${payoutId}:payout_reverted:`, facts: { payoutId, networkFee } };
  }
  const arriving = order.status === 'delivering' || (order.status === 'on_hold' && order.heldFrom !== 'delivered');
  if (enough && arriving) {
    const key = `${payoutId}:payout_confirmed:${order.eventSequence}`;
    return { kind: 'payout_confirmed', key, facts: { payoutId, transactionId, networkFee } };
  }
  if (!view.final || order.status !== 'delivered') return undefined;
  return { kind: 'payout_final', key: `${payoutId}:payout_final:`, facts: { payoutId } };
}

function feeFact({ networkFee }: PayoutView): NetworkFeeFact | null {
  if (!networkFee) return null;
  const { asset, units } = networkFee;
  return { asset: asset.id, decimals: asset.decimals, units };
}

function payoutStatus(status: PayoutStatus, view: PayoutView, enough: boolean): PayoutStatus {
  if (view.status === 'reverted') return view.final ? 'reverted' : status;
  if (!enough) return 'broadcast';
  return view.final ? 'final' : 'confirmed';
}

/** Delivered, and gone from the chain: back to delivering, with the same bytes. */
function reorganized({ order, payout }: Delivery): Conclusion {
  const { id: payoutId, transactionId } = payout;
  const key = `${payoutId}:reorged:${order.eventSequence}`;
  return tells({ kind: 'payout_reorged', key, facts: { payoutId } }, (transaction) =>
    updatePayout(transaction, payoutId, { status: 'broadcast', transactionId, confirmations: 0, feeUnits: null }),
  );
}

/** Sent, never mined, and its bytes are void for good: the order goes on as after a payout that failed in its block. */
function expired({ order, payout }: Delivery): Conclusion {
  if (order.status !== 'delivering') return waits('spent_elsewhere');
  const { id: payoutId, transactionId } = payout;
  const facts = { payoutId, networkFee: null };
  return tells({ kind: 'payout_reverted', key: `${payoutId}:payout_reverted:`, facts }, (transaction) =>
    updatePayout(transaction, payoutId, { status: 'reverted', transactionId, confirmations: 0, feeUnits: null }),
  );
}

async function waitingNews(
  { database }: DeliveryContext,
  { order, payout, variants: [newest], chain }: Delivery,
  sights: readonly Sight[],
): Promise<Conclusion> {
  if (order.status !== 'delivering') return waits('confirmations');
  const facts = { payoutId: payout.id };
  const now = await database.now();
  if (sights.every(({ view }) => view.status === 'missing')) {
    const slot = Math.floor(now.getTime() / DROPPED_EVERY_MS);
    return tells({ kind: 'payout_dropped', key: `${payout.id}:dropped:${slot}`, facts });
  }
  const waitedMs = now.getTime() - newest.createdAt.getTime();
  if (waitedMs <= chain.traits.stuckAfterMs) return waits('confirmations');
  // Told again in case the step that follows was lost; it repeats itself meanwhile.
  const slot = Math.floor(waitedMs / STUCK_EVERY_MS);
  const key = `${payout.id}:stuck:${newest.number}:${slot}`;
  if (!(await hasEvent(database, order.id, key))) return tells({ kind: 'payout_stuck', key, facts });
  return waits(payout.waitsFor ?? 'confirmations');
}
