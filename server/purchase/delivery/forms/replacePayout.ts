import type { BumpRefusal, FeeReading } from '../../../providers/chain/chainPort.ts';
import type { OrderPayment, OrderPayments } from '../../../providers/chain/signerPort.ts';
import { type Outcome, ok, refused } from '../../../providers/outcome.ts';
import type { Order } from '../../order/order.ts';
import { type Delivery, findBatchOrders, mayNotSendPayout } from '../currentDelivery.ts';
import { computeFeeCeiling } from '../fees/computeFeeCeiling.ts';
import { alertFeeCeiling, alertStuckPayout } from '../fees/feeAlerts.ts';
import { computeBatchFeeCeiling } from '../fees/feeShare.ts';
import type { FormPurpose } from '../payoutFormStore.ts';
import type { Payout } from '../payoutStore.ts';
import { isRequestedForm } from '../preparation/adoptPayout.ts';
import { checkBeforeSigning } from '../preparation/checkBeforeSigning.ts';
import type { DeliveryContext } from '../preparation/preparePayout.ts';
import { fetchFormViews, isMined } from './formViews.ts';
import { type LockedPayoutForms, type NewPayoutForm, signAndStoreForm } from './signAndStoreForm.ts';

/**
 * Why the newest form is replaced: it waits too long for a block, the node rejected its fee, an operator requested it, or
 * the payout is cancelled. `blocking`: cancelled because its orders are withheld and other payouts wait for it.
 */
export type ReplacementCause = 'stuck' | 'refused' | 'asked' | 'cancelled' | 'blocking';

type FormRefusal =
  | BumpRefusal
  /** The newest form has not waited long enough yet. */
  | 'too_soon'
  /** A later payout spends the change of this one: a fee bump of the later payout pays for both. */
  | 'change_spent'
  /**
   * An order that it pays would not be paid out today: its terms were changed, its payment was taken back, or a
   * sanctions list contains its address.
   */
  | 'not_cleared'
  /** An order that it pays has continued meanwhile and sends the payout. */
  | 'overtaken';

export type ReplacementRefusal =
  | FormRefusal
  /** Each form is in a block or can no longer be mined: the watch step continues. */
  | 'settled'
  | 'spent_elsewhere'
  | 'invalid'
  | 'fee_too_low';

/** The wait reason that an operator sees while the fee of a payout is not raised. */
const waitReasonByRefusal = {
  fee_ceiling: 'fee_ceiling',
  funds_short: 'funds_short',
  earlier_payout_pending: 'earlier_payout',
  cannot_bump: 'cannot_bump',
  change_spent: 'change_spent',
  not_cleared: 'not_cleared',
} as const;

/**
 * Signs and sends another form of a payout: with a higher fee, or the cancellation if `cause` requires it; a cancellation
 * stays a cancellation. All forms have the same claims, so only one of them can be mined. {@link computeFeeCeiling} limits
 * each order's share of the fee. The form is stored with the id of the operator's request, so that each request signs once.
 */
export async function replacePayout(
  context: DeliveryContext,
  delivery: Delivery,
  cause: ReplacementCause,
  requestId?: number,
): Promise<Outcome<void, ReplacementRefusal>> {
  const { chain, order, variants } = delivery;
  const seen = await fetchFormViews(context, delivery);
  if (seen.kind !== 'ok') return seen;
  if (seen.value.every((view) => isMined(view) || view.view.status === 'replaced')) return refused('settled');
  const fees = await chain.readFees(variants[0]);
  if (fees.kind !== 'ok') return fees;
  const orders = await findBatchOrders(context.database, delivery);
  const cleared = await clearOrders(context, delivery, cause, orders);
  if (cleared.kind !== 'ok') return cleared;
  const stored = await signAndStoreForm<FormRefusal>(
    context,
    delivery,
    async (forms, transaction) => {
      if (cause === 'blocking' && !(await findBatchOrders(transaction, delivery)).every(mayNotSendPayout))
        return refused('overtaken');
      const form = await signNextForm(context, delivery, forms, { fees: fees.value, cause, orders });
      if (form.kind === 'ok') return ok({ ...form.value, requestId });
      if (form.kind !== 'refused') return form;
      if (form.reason === 'fee_ceiling') await alertFeeCeiling(transaction, order);
      if (form.reason === 'cannot_bump' || form.reason === 'not_cleared')
        await alertStuckPayout(transaction, order, form.reason);
      return form;
    },
    waitReasonByRefusal,
  );
  return stored.kind === 'ok' ? chain.broadcastPayout(stored.value) : stored;
}

function isCancellation(cause: ReplacementCause): boolean {
  return cause === 'cancelled' || cause === 'blocking';
}

/** Has the signer check the orders again. For a cancellation, its refusals do not matter. */
async function clearOrders(
  { signer }: DeliveryContext,
  { variants }: Delivery,
  cause: ReplacementCause,
  orders: readonly Order[],
): Promise<Outcome<void, 'not_cleared'>> {
  const cleared = await signer.clear(orders.map(({ orderNo }) => orderNo));
  if (cleared.kind !== 'ok') return cleared;
  if (isCancellation(cause) || variants[0].purpose === 'cancellation') return ok(undefined);
  const [reason] = cleared.value.values();
  return reason === undefined ? ok(undefined) : refused('not_cleared', reason);
}

async function signNextForm(
  context: DeliveryContext,
  delivery: Delivery,
  forms: LockedPayoutForms,
  {
    fees,
    cause,
    orders,
  }: { readonly fees: FeeReading; readonly cause: ReplacementCause; readonly orders: readonly Order[] },
): Promise<Outcome<NewPayoutForm, FormRefusal>> {
  const { chain } = delivery;
  const { newest, live, changeSpent } = forms;
  if (!isReplacementDue(delivery, forms, cause)) return refused('too_soon');
  if (changeSpent) return refused('change_spent');
  const limits = { mostFee: computeCeiling(context, delivery, forms, orders), refused: cause === 'refused', live };
  const purpose: FormPurpose = isCancellation(cause) ? 'cancellation' : newest.purpose;
  const cancels = purpose === 'cancellation';
  if (!cancels && orders.some((order) => checkBeforeSigning(context, order).refusal)) return refused('not_cleared');
  const unsigned = cancels
    ? chain.cancelPayout(newest.unsigned, fees, limits)
    : chain.bumpPayout(newest.unsigned, fees, limits);
  if (unsigned.kind !== 'ok') return unsigned;
  const payments = buildFormPayments(delivery, orders);
  const orderNos = payments.map(({ orderNo }) => orderNo);
  const signed = cancels
    ? await context.signer.cancel(chain.network, unsigned.value, orderNos)
    : await context.signer.pay(chain.network, unsigned.value, payments);
  if (signed.kind === 'refused') return refused('not_cleared', signed.reason);
  if (signed.kind !== 'ok') return signed;
  // The signer returned a transaction for other orders or claims: it is not a form of this payout.
  if (!isRequestedForm(signed.value, { unsigned: unsigned.value, orderNos })) return refused('not_cleared');
  return ok({ purpose, unsigned: unsigned.value, signed: signed.value });
}

/** Returns the payments of each form from the orders' terms: signing never relies on the rows of the payouts. */
function buildFormPayments({ batch: [first, ...others] }: Delivery, orders: readonly Order[]): OrderPayments {
  const buildRequest = ({ orderId }: Payout): OrderPayment => {
    const order = orders.find(({ id }) => id === orderId);
    if (!order) throw new Error(`order ${orderId} is gone`);
    return { orderNo: order.orderNo, request: { ...order.receive, to: order.address } };
  };
  return [buildRequest(first), ...others.map(buildRequest)];
}

/** Returns the most that a form may cost without any order exceeding its ceiling. */
function computeCeiling(
  context: DeliveryContext,
  { batch, chain }: Delivery,
  { first }: LockedPayoutForms,
  orders: readonly Order[],
): bigint {
  const bounds = orders.map((order) => {
    const { amount, quotedFee } = batch.find(({ orderId }) => orderId === order.id) ?? batch[0];
    const expected = quotedFee?.units ?? chain.worstFee(first.unsigned);
    return { units: amount.units, ceiling: computeFeeCeiling(context, order, chain, expected) };
  });
  return computeBatchFeeCeiling(bounds);
}

/** Returns whether a form may be signed now: at once for an operator, the first cancellation, or a rejected first form. */
function isReplacementDue({ chain }: Delivery, { now, newest }: LockedPayoutForms, cause: ReplacementCause): boolean {
  if (cause === 'asked') return true;
  if (isCancellation(cause) && newest.purpose === 'payment') return true;
  if (cause === 'refused' && newest.number === 1) return true;
  return now.getTime() - newest.createdAt.getTime() >= chain.traits.stuckAfterMs;
}
