import { isHalted, payoutsOf } from '../../ledger/haltStore.ts';
import { type Outcome, ok, refused } from '../../providers/outcome.ts';
import { asksAgain, done, waits } from '../order/conclusion.ts';
import { aboutOrder } from '../order/defineStep.ts';
import type { Order } from '../order/order.ts';
import { adoptFound } from './adoptFound.ts';
import { type BroadcastRefusal, broadcastNewest } from './broadcastNewest.ts';
import { cancelPayout } from './cancelPayout.ts';
import type { PreparationRefusal } from './commitPayouts.ts';
import { type Delivery, findDelivery, ordersOf } from './currentDelivery.ts';
import { wasFound } from './foundTransactionStore.ts';
import { type DeliveryContext, preparePayout } from './preparePayout.ts';
import { type ReplacementRefusal, replacePayout } from './replacePayout.ts';
import {
  abandon,
  answerLost,
  atCeiling,
  flagged,
  fundsShort,
  listStale,
  overLimit,
  payoutRefused,
  signerStopped,
  stuck,
  submitted,
} from './sendingAnswers.ts';

type OfOrder = { readonly order: Order };

/** Makes an order's payout once, and sends its stored bytes: two steps do it, the first time and after a lost answer. */
export const sending = {
  while: ['converted'],
  about: aboutOrder,
  ask: makeAndSend,
  says: {
    ok: submitted,
    refused: {
      funds_short: fundsShort,
      would_revert: payoutRefused,
      dust: payoutRefused,
      address_denied: flagged,
      order_changed: flagged,
      not_paid: flagged,
      overvalued: flagged,
      paid_already: flagged,
      over_limit: overLimit,
      signer_stopped: signerStopped,
      treasury_busy: () => waits('treasury_busy'),
      list_stale: listStale,
      books_differ: () => waits('books_differ'),
      overtaken: () => done(),
      replaced: abandon,
      spent_elsewhere: () => waits('spent_elsewhere'),
      fee_too_low: (_context: unknown, about: OfOrder) => stuck(about, 'fee_too_low'),
      settled: () => waits('confirmations'),
      too_soon: (_context: unknown, about: OfOrder) => stuck(about, 'fee_too_low'),
      cannot_bump: (_context: unknown, about: OfOrder) => stuck(about, 'cannot_bump'),
      not_cleared: () => waits('not_cleared'),
      not_first: () => waits('earlier_payout'),
      change_spent: () => waits('change_spent'),
      fee_ceiling: atCeiling,
      invalid: (_context: unknown, about: OfOrder) => stuck(about, 'bytes_refused'),
    },
    ...asksAgain,
    unknown: answerLost,
  },
} as const;

async function makeAndSend(
  context: DeliveryContext,
  { order }: OfOrder,
): Promise<Outcome<Delivery, PreparationRefusal | BroadcastRefusal | ReplacementRefusal>> {
  const present = await findDelivery(context, order);
  const found = present ? undefined : await adoptFound(context, order);
  if (found) return ok(found);
  // Signed, and perhaps never sent: it waits like one that is not signed yet.
  if (present && (await isHeldBack(context, present))) return refused('books_differ');
  const prepared = present ? ok(undefined) : await preparePayout(context, order);
  if (prepared.kind !== 'ok') return prepared;
  const delivery = present ?? (await findDelivery(context, order));
  if (!delivery) return refused('overtaken');
  if (await mustNotLeave(context, delivery)) return takeBack(context, delivery);
  const sent = await broadcastNewest(context, delivery);
  if (sent.kind !== 'refused' || sent.reason !== 'fee_too_low') return sent.kind === 'ok' ? ok(delivery) : sent;
  // It blocks what is signed after it: the fee is raised at once.
  const raised = await replacePayout(context, delivery, 'refused');
  if (raised.kind !== 'ok' && !(raised.kind === 'refused' && raised.reason === 'settled')) return raised;
  return ok((await findDelivery(context, order)) ?? delivery);
}

async function isHeldBack({ database }: DeliveryContext, delivery: Delivery): Promise<boolean> {
  if (!isUnsent(delivery) || !(await isHalted(database, payoutsOf(delivery.payout.amount.asset.id)))) return false;
  return !(await wasFound(database, delivery.payout.transactionId));
}

/** Signed, and not known to be out: by none of the orders that it pays. */
function isUnsent({ batch }: Delivery): boolean {
  return batch.every(({ status }) => status === 'signed');
}

/** It would pay an order that was stopped since it was signed: bytes for several cannot leave one of them out. */
async function mustNotLeave({ database }: DeliveryContext, delivery: Delivery): Promise<boolean> {
  const { batch, variants } = delivery;
  if (batch.length === 1 || !isUnsent(delivery) || variants[0].purpose === 'cancellation') return false;
  const orders = await ordersOf(database, delivery);
  return orders.some(({ status, frozen }) => frozen || status === 'on_hold');
}

/** The others are paid anew once the cancellation is final, and the one that was stopped is not. */
async function takeBack(context: DeliveryContext, delivery: Delivery): Promise<Outcome<Delivery, ReplacementRefusal>> {
  const cancelled = await cancelPayout(context, delivery);
  if (cancelled.kind !== 'ok') return cancelled;
  return ok((await findDelivery(context, delivery.order)) ?? delivery);
}
