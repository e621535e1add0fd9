import { type OrderStatus, orderStatuses } from '@slipway/contract/entities/order.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import type { PayoutView } from '../../../providers/chain/chainPort.ts';
import type { Order } from '../../order/order.ts';
import type { NetworkFeeFact, OrderEvent } from '../../order/orderEventKinds.ts';
import { type Conclusion, concludeWaiting, concludeWithEvent } from '../../order/stepRunner/conclusion.ts';
import { computeOrderFeeShare, type Delivery } from '../currentDelivery.ts';
import { type FormView, isMined } from '../forms/formViews.ts';
import { type PayoutForm } from '../payoutFormStore.ts';
import { type PayoutStatus, updatePayout } from '../payoutStore.ts';
import type { DeliveryContext } from '../preparation/preparePayout.ts';
import { scheduleNextAwaitingOrder } from '../preparation/waitingOrderStore.ts';
import { concludeUnminedPayout } from './concludeUnminedPayout.ts';
import { alertClaimsTakenElsewhere } from './treasuryAlerts.ts';

/** Returns the order's status; for a held order, its status before the hold. */
function getUnderlyingStatus({ status, heldFrom }: Order): OrderStatus | null {
  return status === 'on_hold' ? heldFrom : status;
}

/** Returns the conclusion for an order from the state of its payout on the chain. */
export async function concludePayout(
  context: DeliveryContext,
  delivery: Delivery,
  views: readonly FormView[],
): Promise<Conclusion> {
  const stage = getUnderlyingStatus(delivery.order);
  const mined = views.find(isMined);
  const found = mined ?? views.find(({ view }) => view.status === 'pending');
  if (found?.variant.purpose === 'cancellation') {
    // A reorganization has replaced the delivered payment with its cancellation.
    if (stage === 'delivered') return concludeReorganizedPayout(delivery);
    if (mined) return concludeCancelledPayout(delivery, mined);
  } else if (stage === 'converted' && found) return concludeFoundPayout(delivery, found);
  if (mined) return concludeMinedPayout(delivery, mined);
  if (stage === 'delivered') return concludeReorganizedPayout(delivery);
  if (views.every(({ view }) => view.status === 'replaced')) return concludeReplacedPayout(delivery, views);
  return concludeUnminedPayout(context, delivery, views);
}

/**
 * Returns the conclusion for a payout whose cancellation is in a block. Once that is final, the order continues as after
 * a failed payout, and its share of the fee is booked. A payout that was not reported as sent needs no reversal.
 */
function concludeCancelledPayout(delivery: Delivery, { view: whole }: FormView): Conclusion {
  const { order, payout } = delivery;
  const view = selectOwnView(delivery, whole);
  const { id: payoutId, transactionId } = payout;
  if (!view.final) return concludeWaiting('cancelling');
  const facts = { payoutId, networkFee: buildFeeFact(view) };
  const feeUnits = view.networkFee?.units ?? null;
  const [kind, status] =
    getUnderlyingStatus(order) === 'delivering'
      ? (['payout_reverted', 'reverted'] as const)
      : (['payout_cancelled', 'abandoned'] as const);
  return concludeWithEvent({ kind, key: `${payoutId}:${kind}:`, facts }, (transaction) =>
    updatePayout(transaction, payoutId, { status, transactionId, confirmations: 0, feeUnits }),
  );
}

/** The broadcast's answer was lost or not awaited, but the node knows the payout: continues as after a broadcast. */
function concludeFoundPayout({ payout }: Delivery, { variant: { transactionId } }: FormView): Conclusion {
  const facts = { payoutId: payout.id, transactionId };
  return concludeWithEvent({ kind: 'payout_submitted', key: `${payout.id}:submitted`, facts }, (transaction) =>
    updatePayout(transaction, payout.id, { status: 'broadcast', transactionId, confirmations: 0, feeUnits: null }),
  );
}

function concludeMinedPayout(delivery: Delivery, { variant, view: whole }: FormView): Conclusion {
  const { order, payout, chain } = delivery;
  const view = selectOwnView(delivery, whole);
  const { transactionId } = variant;
  const isDeepEnough =
    chain.traits.deliveredWhen === 'final'
      ? view.final
      : view.confirmations >= chain.requiredConfirmations(order.euroCents);
  const event = buildMinedEvent(delivery, variant, view, isDeepEnough);
  const update = {
    status: computePayoutStatus(payout.status, view, isDeepEnough),
    transactionId,
    confirmations: view.confirmations,
    feeUnits: view.networkFee?.units ?? null,
  };
  const write = async (transaction: Transaction) => {
    await updatePayout(transaction, payout.id, update);
    if (payout.confirmations === 0) await scheduleNextAwaitingOrder(transaction, order);
  };
  if (!event) return concludeWaiting(getUnderlyingStatus(order) === 'delivered' ? 'finality' : 'confirmations', write);
  return concludeWithEvent(event, write);
}

/** In these states a confirmed payout is reported once: the order changes its state, or an operator checks it. */
const REPORTED_ONCE_STATUSES: ReadonlySet<OrderStatus | null> = new Set(
  orderStatuses.filter((status) => status !== 'delivering' && status !== 'delivered'),
);

function buildMinedEvent(
  { order, payout }: Delivery,
  { transactionId }: PayoutForm,
  view: PayoutView,
  isDeepEnough: boolean,
): OrderEvent | undefined {
  const payoutId = payout.id;
  const networkFee = buildFeeFact(view);
  const stage = getUnderlyingStatus(order);
  if (view.status === 'reverted') {
    if (!view.final || stage !== 'delivering') return undefined;
    return { kind: 'payout_reverted', key: `${payoutId}:payout_reverted:`, facts: { payoutId, networkFee } };
  }
  if (isDeepEnough && stage !== 'delivered') {
    const occasion = REPORTED_ONCE_STATUSES.has(stage) ? stage : order.eventSequence;
    const key = `${payoutId}:payout_confirmed:${occasion}`;
    return { kind: 'payout_confirmed', key, facts: { payoutId, transactionId, networkFee } };
  }
  if (!view.final || stage !== 'delivered') return undefined;
  return { kind: 'payout_final', key: `${payoutId}:payout_final:`, facts: { payoutId } };
}

/** Returns the chain's view of the transaction with the order's share of the fee. */
function selectOwnView(delivery: Delivery, view: PayoutView): PayoutView {
  return view.networkFee ? { ...view, networkFee: computeOrderFeeShare(delivery, view.networkFee) } : view;
}

function buildFeeFact({ networkFee }: PayoutView): NetworkFeeFact | null {
  if (!networkFee) return null;
  const { asset, units } = networkFee;
  return { asset: asset.id, decimals: asset.decimals, units };
}

function computePayoutStatus(status: PayoutStatus, view: PayoutView, isDeepEnough: boolean): PayoutStatus {
  if (view.status === 'reverted') return view.final ? 'reverted' : status;
  if (!isDeepEnough) return 'broadcast';
  return view.final ? 'final' : 'confirmed';
}

/** A reorganization removed a delivered payout from the chain: the order is delivering again, with the same bytes. */
function concludeReorganizedPayout({ order, payout }: Delivery): Conclusion {
  const { id: payoutId, transactionId } = payout;
  const key = `${payoutId}:reorged:${order.eventSequence}`;
  return concludeWithEvent({ kind: 'payout_reorged', key, facts: { payoutId } }, (transaction) =>
    updatePayout(transaction, payoutId, { status: 'broadcast', transactionId, confirmations: 0, feeUnits: null }),
  );
}

/**
 * Returns the conclusion for a payout of which no form can be mined: another transaction used its claims, or its bytes
 * have expired. Once that is final, the order continues as after a payout that failed in its block.
 */
function concludeReplacedPayout(delivery: Delivery, views: readonly FormView[]): Conclusion {
  const { order, payout } = delivery;
  const { id: payoutId, transactionId } = payout;
  const stage = getUnderlyingStatus(order);
  const endPayout = (transaction: Transaction, status: 'reverted' | 'abandoned') =>
    updatePayout(transaction, payoutId, { status, transactionId, confirmations: 0, feeUnits: null });
  const isFinal = views.every(({ view }) => view.final);
  if (isFinal && stage === 'delivering') {
    const facts = { payoutId, networkFee: null };
    return concludeWithEvent(
      { kind: 'payout_reverted', key: `${payoutId}:payout_reverted:`, facts },
      async (transaction) => {
        await alertClaimsTakenElsewhere(transaction, delivery, views);
        await endPayout(transaction, 'reverted');
      },
    );
  }
  return concludeWaiting('spent_elsewhere', async (transaction) => {
    await alertClaimsTakenElsewhere(transaction, delivery, views);
    // Nothing was reported yet, so there is nothing to reverse.
    if (isFinal && stage === 'converted') await endPayout(transaction, 'abandoned');
  });
}
