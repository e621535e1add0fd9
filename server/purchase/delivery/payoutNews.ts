import { type OrderStatus, orderStatuses } from '@slipway/contract/entities/order.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { PayoutView } from '../../providers/chain/chainPort.ts';
import { type Conclusion, tells, waits } from '../order/conclusion.ts';
import type { NetworkFeeFact, OrderEvent } from '../order/events.ts';
import type { Order } from '../order/order.ts';
import { type Delivery, ownShare } from './currentDelivery.ts';
import { type PayoutStatus, updatePayout } from './payoutStore.ts';
import { type PayoutVariant } from './payoutVariantStore.ts';
import type { DeliveryContext } from './preparePayout.ts';
import { isMined, type Sight } from './sights.ts';
import { alertKeyUsed } from './treasuryAlerts.ts';
import { waitingNews } from './waitingNews.ts';
import { attendNextWaiting } from './waitingOrderStore.ts';

/** Where the order stands with its payout: a hold keeps the place at which it came. */
function stageOf({ status, heldFrom }: Order): OrderStatus | null {
  return status === 'on_hold' ? heldFrom : status;
}

/** What follows for an order from where its payout stands on the chain. */
export async function payoutNews(
  context: DeliveryContext,
  delivery: Delivery,
  sights: readonly Sight[],
): Promise<Conclusion> {
  const stage = stageOf(delivery.order);
  const mined = sights.find(isMined);
  const out = mined ?? sights.find(({ view }) => view.status === 'pending');
  if (stage === 'converted' && out) return found(delivery, out);
  if (mined?.variant.purpose === 'cancellation') return cancelledNews(delivery, mined);
  if (mined) return minedNews(delivery, mined);
  if (stage === 'delivered') return reorganized(delivery);
  if (sights.every(({ view }) => view.status === 'replaced')) return replacedNews(delivery, sights);
  return waitingNews(context, delivery, sights);
}

/** Our own cancellation is in a block: for good, the order goes on as after a payout that failed there, at its cost. */
function cancelledNews(delivery: Delivery, { view: whole }: Sight): Conclusion {
  const { order, payout } = delivery;
  const view = ownView(delivery, whole);
  const { id: payoutId, transactionId } = payout;
  if (!view.final || stageOf(order) !== 'delivering') return waits('cancelling');
  const facts = { payoutId, networkFee: feeFact(view) };
  const feeUnits = view.networkFee?.units ?? null;
  return tells({ kind: 'payout_reverted', key: `${payoutId}:payout_reverted:`, facts }, (transaction) =>
    updatePayout(transaction, payoutId, { status: 'reverted', transactionId, confirmations: 0, feeUnits }),
  );
}

/** The answer to its broadcast was lost or not awaited, and it is out: what follows goes on from there. */
function found({ payout }: Delivery, { variant }: Sight): Conclusion {
  const { transactionId } = variant.purpose === 'payment' ? variant : payout;
  const facts = { payoutId: payout.id, transactionId };
  return tells({ kind: 'payout_submitted', key: `${payout.id}:submitted`, facts }, (transaction) =>
    updatePayout(transaction, payout.id, { status: 'broadcast', transactionId, confirmations: 0, feeUnits: null }),
  );
}

function minedNews(delivery: Delivery, { variant, view: whole }: Sight): Conclusion {
  const { order, payout, chain } = delivery;
  const view = ownView(delivery, whole);
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
  const write = async (transaction: Transaction) => {
    await updatePayout(transaction, payout.id, news);
    if (payout.confirmations === 0) await attendNextWaiting(transaction, order);
  };
  if (!event) return waits(stageOf(order) === 'delivered' ? 'finality' : 'confirmations', write);
  return tells(event, write);
}

/** In all other states a payout that has arrived is told of once: the machine moves on with it, or an operator looks. */
const BEYOND: ReadonlySet<OrderStatus | null> = new Set(
  orderStatuses.filter((status) => status !== 'delivering' && status !== 'delivered'),
);

function minedEvent(
  { order, payout }: Delivery,
  { transactionId }: PayoutVariant,
  view: PayoutView,
  enough: boolean,
): OrderEvent | undefined {
  const payoutId = payout.id;
  const networkFee = feeFact(view);
  const stage = stageOf(order);
  if (view.status === 'reverted') {
    if (!view.final || stage !== 'delivering') return undefined;
    return { kind: 'payout_reverted', key: `${payoutId}:payout_reverted:`, facts: { payoutId, networkFee } };
  }
  if (enough && stage !== 'delivered') {
    const occasion = BEYOND.has(stage) ? stage : order.eventSequence;
    const key = `${payoutId}:payout_confirmed:${occasion}`;
    return { kind: 'payout_confirmed', key, facts: { payoutId, transactionId, networkFee } };
  }
  if (!view.final || stage !== 'delivered') return undefined;
  return { kind: 'payout_final', key: `${payoutId}:payout_final:`, facts: { payoutId } };
}

/** What the chain says of the transaction, with what the order bears of its fee. */
function ownView(delivery: Delivery, view: PayoutView): PayoutView {
  return view.networkFee ? { ...view, networkFee: ownShare(delivery, view.networkFee) } : view;
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

/**
 * No form of it can be mined any more: another transaction took its claims, or its bytes have expired. Once that is final
 * the order goes on as after a payout that failed in its block.
 */
function replacedNews(delivery: Delivery, sights: readonly Sight[]): Conclusion {
  const { order, payout } = delivery;
  const { id: payoutId, transactionId } = payout;
  const stage = stageOf(order);
  const end = (transaction: Transaction, status: 'reverted' | 'abandoned') =>
    updatePayout(transaction, payoutId, { status, transactionId, confirmations: 0, feeUnits: null });
  const isFinal = sights.every(({ view }) => view.final);
  if (isFinal && stage === 'delivering') {
    const facts = { payoutId, networkFee: null };
    return tells({ kind: 'payout_reverted', key: `${payoutId}:payout_reverted:`, facts }, async (transaction) => {
      await alertKeyUsed(transaction, delivery, sights);
      await end(transaction, 'reverted');
    });
  }
  return waits('spent_elsewhere', async (transaction) => {
    await alertKeyUsed(transaction, delivery, sights);
    // Nothing was told of it yet, so there is nothing to take back.
    if (isFinal && stage === 'converted') await end(transaction, 'abandoned');
  });
}
