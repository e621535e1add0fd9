import type { BumpRefusal, FeeReading } from '../../providers/chain/chainPort.ts';
import type { OrderPayment, OrderPayments } from '../../providers/chain/signerPort.ts';
import { type Outcome, ok, refused } from '../../providers/outcome.ts';
import type { Order } from '../order/order.ts';
import { isAsked } from './adoptPayout.ts';
import { type Delivery, ordersOf } from './currentDelivery.ts';
import { alertCeiling, alertStuck } from './feeAlerts.ts';
import { feeCeiling } from './feeCeiling.ts';
import { ceilingOfAll } from './feeShare.ts';
import { lastLook } from './lastLook.ts';
import type { Payout } from './payoutStore.ts';
import type { FormPurpose } from './payoutVariantStore.ts';
import type { DeliveryContext } from './preparePayout.ts';
import { isMined, lookAtAll } from './sights.ts';
import { type NewForm, type SignedForms, storeForm } from './signedForms.ts';

/**
 * Why a form is to take the place of the newest one: it waits too long for a block, its node refused it for the fee, an
 * operator asks for it, or the payout is to be taken back.
 */
export type Cause = 'stuck' | 'refused' | 'asked' | 'cancelled';

type FormRefusal =
  | BumpRefusal
  /** The newest form has not had its time yet. */
  | 'too_soon'
  /** A later payout spends its change, and pays for both when it is raised. */
  | 'change_spent'
  /** An order that it pays would not be paid out today: it is not as it was promised, its money is gone, a list has its address. */
  | 'not_cleared';

export type ReplacementRefusal =
  | FormRefusal
  /** A form is in a block, or none can be any more: the watch says what follows. */
  | 'settled'
  | 'overtaken'
  | 'spent_elsewhere'
  | 'invalid'
  | 'fee_too_low';

/** What an operator reads while a payout is not raised. */
const waits = {
  fee_ceiling: 'fee_ceiling',
  funds_short: 'funds_short',
  not_first: 'earlier_payout',
  cannot_bump: 'cannot_bump',
  change_spent: 'change_spent',
  not_cleared: 'not_cleared',
} as const;

/**
 * Signs a payout again with a higher fee and sends it: a cancellation again as a cancellation. All its forms claim the
 * same, so that one of them alone can be mined; what each order bears of it is bounded by {@link feeCeiling}. Kept with the
 * operator's request that it is for, whose word is spent on it.
 */
export async function replacePayout(
  context: DeliveryContext,
  delivery: Delivery,
  cause: Cause,
  requestId?: number,
): Promise<Outcome<void, ReplacementRefusal>> {
  const { chain, order, variants } = delivery;
  const seen = await lookAtAll(context, delivery);
  if (seen.kind !== 'ok') return seen;
  if (seen.value.every((sight) => isMined(sight) || sight.view.status === 'replaced')) return refused('settled');
  const fees = await chain.readFees(variants[0]);
  if (fees.kind !== 'ok') return fees;
  const orders = await ordersOf(context.database, delivery);
  const cleared = await clear(context, delivery, cause, orders);
  if (cleared.kind !== 'ok') return cleared;
  const stored = await storeForm<FormRefusal>(
    context,
    delivery,
    async (forms, transaction) => {
      const form = await nextForm(context, delivery, forms, { fees: fees.value, cause, orders });
      if (form.kind === 'ok') return ok({ ...form.value, requestId });
      if (form.kind !== 'refused') return form;
      if (form.reason === 'fee_ceiling') await alertCeiling(transaction, order);
      if (form.reason === 'cannot_bump' || form.reason === 'not_cleared')
        await alertStuck(transaction, order, form.reason);
      return form;
    },
    waits,
  );
  return stored.kind === 'ok' ? chain.broadcastPayout(stored.value) : stored;
}

/** The signer looks at the orders again. A form that leaves everything with us needs nobody's money. */
async function clear(
  { signer }: DeliveryContext,
  { variants }: Delivery,
  cause: Cause,
  orders: readonly Order[],
): Promise<Outcome<void, 'not_cleared'>> {
  const cleared = await signer.clear(orders.map(({ orderNo }) => orderNo));
  if (cleared.kind !== 'ok') return cleared;
  if (cause === 'cancelled' || variants[0].purpose === 'cancellation') return ok(undefined);
  const [reason] = cleared.value.values();
  return reason === undefined ? ok(undefined) : refused('not_cleared', reason);
}

async function nextForm(
  context: DeliveryContext,
  delivery: Delivery,
  forms: SignedForms,
  { fees, cause, orders }: { readonly fees: FeeReading; readonly cause: Cause; readonly orders: readonly Order[] },
): Promise<Outcome<NewForm, FormRefusal>> {
  const { chain } = delivery;
  const { newest, live, changeSpent } = forms;
  if (!hasHadItsTime(delivery, forms, cause)) return refused('too_soon');
  if (changeSpent) return refused('change_spent');
  const raising = { mostFee: ceilingOf(context, delivery, forms, orders), refused: cause === 'refused', live };
  const purpose: FormPurpose = cause === 'cancelled' ? 'cancellation' : newest.purpose;
  const cancels = purpose === 'cancellation';
  if (!cancels && orders.some((order) => lastLook(context, order).refusal)) return refused('not_cleared');
  const unsigned = cancels
    ? chain.cancelPayout(newest.unsigned, fees, raising)
    : chain.bumpPayout(newest.unsigned, fees, raising);
  if (unsigned.kind !== 'ok') return unsigned;
  const payments = promisedTo(delivery, orders);
  const orderNos = payments.map(({ orderNo }) => orderNo);
  const signed = cancels
    ? await context.signer.cancel(chain.network, unsigned.value, orderNos)
    : await context.signer.pay(chain.network, unsigned.value, payments);
  if (signed.kind === 'refused') return refused('not_cleared', signed.reason);
  if (signed.kind !== 'ok') return signed;
  // Another one would have been signed for other orders, or for other claims: it is no form of this payout.
  if (!isAsked(signed.value, { unsigned: unsigned.value, orderNos })) return refused('not_cleared');
  return ok({ purpose, unsigned: unsigned.value, signed: signed.value });
}

/** What each form of it pays, by what was promised: the rows of the payouts are looked at by nobody who signs. */
function promisedTo({ batch: [first, ...others] }: Delivery, orders: readonly Order[]): OrderPayments {
  const requestOf = ({ orderId }: Payout): OrderPayment => {
    const order = orders.find(({ id }) => id === orderId);
    if (!order) throw new Error(`order ${orderId} is gone`);
    return { orderNo: order.orderNo, request: { ...order.receive, to: order.address } };
  };
  return [requestOf(first), ...others.map(requestOf)];
}

/** The most that a form may cost: no order bears more of it than it may. */
function ceilingOf(
  context: DeliveryContext,
  { batch, chain }: Delivery,
  { first }: SignedForms,
  orders: readonly Order[],
): bigint {
  const bounds = orders.map((order) => {
    const { amount, quotedFee } = batch.find(({ orderId }) => orderId === order.id) ?? batch[0];
    const expected = quotedFee?.units ?? chain.worstFee(first.unsigned);
    return { units: amount.units, ceiling: feeCeiling(context, order, chain, expected) };
  });
  return ceilingOfAll(bounds);
}

/** What is to be taken back is so at once; a first form that was refused waits in no pool. */
function hasHadItsTime({ chain }: Delivery, { now, newest }: SignedForms, cause: Cause): boolean {
  if (cause === 'asked') return true;
  if (cause === 'cancelled' && newest.purpose === 'payment') return true;
  if (cause === 'refused' && newest.number === 1) return true;
  return now.getTime() - newest.createdAt.getTime() >= chain.traits.stuckAfterMs;
}
