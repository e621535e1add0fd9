import { buildPayoutHaltScope, isHalted } from '../../ledger/haltStore.ts';
import type { Database } from '../../platform/database/database.ts';
import { requireAssetChain } from '../../providers/chain/chains.ts';
import { type Outcome, ok, refused } from '../../providers/outcome.ts';
import type { Order } from '../order/order.ts';
import { concludeDone, concludeWaiting, retryConclusions } from '../order/stepRunner/conclusion.ts';
import { loadOrderSubject } from '../order/stepRunner/defineStep.ts';
import { findFoundTransaction, isFoundTransaction } from './chainReads/foundTransactionStore.ts';
import {
  concludeAbandoned,
  concludeAnswerLost,
  concludeAtFeeCeiling,
  concludeFundsShort,
  concludeListStale,
  concludeOverLimit,
  concludePayoutRefused,
  concludeRiskFlagged,
  concludeSignerStopped,
  concludeStuck,
  concludeSubmitted,
} from './conclusions/payoutConclusions.ts';
import { alertClaimsTakenElsewhere, hasOpenAuthorizationAlert } from './conclusions/treasuryAlerts.ts';
import { type Delivery, findBatchOrders, findDelivery, isUnsent, mayNotSendPayout } from './currentDelivery.ts';
import { cancelPayout } from './forms/cancelPayout.ts';
import { fetchFormViews, isMined } from './forms/formViews.ts';
import { type ReplacementRefusal, replacePayout } from './forms/replacePayout.ts';
import { adoptPayout } from './preparation/adoptPayout.ts';
import type { PreparationRefusal } from './preparation/commitPayouts.ts';
import { type DeliveryContext, preparePayout } from './preparation/preparePayout.ts';

/** `replaced`: the chain's final state rules out every form of the payout. */
type BroadcastRefusal = 'spent_elsewhere' | 'invalid' | 'fee_too_low' | 'replaced';

/**
 * Broadcasts the newest stored form of a payout. If the node does not accept it, queries whether the chain has ruled out
 * every form, and then raises an alert about a foreign transaction that took the claims.
 */
async function broadcastNewest(
  context: { readonly database: Database },
  delivery: Delivery,
): Promise<Outcome<void, BroadcastRefusal>> {
  const sent = await delivery.chain.broadcastPayout(delivery.variants[0]);
  if (sent.kind === 'ok' || (sent.kind === 'refused' && sent.reason === 'fee_too_low')) return sent;
  const seen = await fetchFormViews(context, delivery);
  if (seen.kind !== 'ok') return sent;
  if (seen.value.some(isMined)) return ok(undefined);
  const views = seen.value.map(({ view }) => view);
  if (!views.every(({ status }) => status === 'replaced')) return sent;
  await alertClaimsTakenElsewhere(context.database, delivery, seen.value);
  return views.every(({ final }) => final) ? refused('replaced') : refused('spent_elsewhere');
}

/**
 * Adopts a found transaction that pays an order, or cancels its payout, as the order's payout; undefined if there is none, or
 * if it cannot be adopted. A halt does not apply: the transaction causes the difference until it is booked, and adopting it
 * sends no coins.
 */
async function adoptFound(context: DeliveryContext, order: Order): Promise<Delivery | undefined> {
  const { database, chains } = context;
  const form = await findFoundTransaction(database, order.orderNo);
  if (!form) return undefined;
  const chain = requireAssetChain(chains, order.receive.asset);
  const paying = { chain, expected: chain.worstFee(form.unsigned) };
  const adopted = await database.transaction((transaction) => adoptPayout(transaction, paying, form, order));
  return adopted.kind === 'ok' ? findDelivery(context, order) : undefined;
}

type OrderSubject = { readonly order: Order };

/** Creates an order's payout once and sends its stored bytes. Shared by the first attempt and the retry after a lost answer. */
export const payoutStepDefinition = {
  while: ['converted'],
  about: loadOrderSubject,
  call: createAndSendPayout,
  conclusions: {
    ok: concludeSubmitted,
    refused: {
      funds_short: concludeFundsShort,
      would_revert: concludePayoutRefused,
      dust: concludePayoutRefused,
      address_denied: concludeRiskFlagged,
      order_changed: concludeRiskFlagged,
      not_paid: concludeRiskFlagged,
      overvalued: concludeRiskFlagged,
      already_paid: concludeRiskFlagged,
      over_limit: concludeOverLimit,
      signer_stopped: concludeSignerStopped,
      treasury_busy: () => concludeWaiting('treasury_busy'),
      list_stale: concludeListStale,
      books_differ: () => concludeWaiting('books_differ'),
      treasury_key_used: () => concludeWaiting('treasury_key_used'),
      overtaken: () => concludeDone(),
      replaced: concludeAbandoned,
      spent_elsewhere: () => concludeWaiting('spent_elsewhere'),
      fee_too_low: (_context: unknown, about: OrderSubject) => concludeStuck(about, 'fee_too_low'),
      settled: () => concludeWaiting('confirmations'),
      too_soon: (_context: unknown, about: OrderSubject) => concludeStuck(about, 'fee_too_low'),
      cannot_bump: (_context: unknown, about: OrderSubject) => concludeStuck(about, 'cannot_bump'),
      not_cleared: () => concludeWaiting('not_cleared'),
      earlier_payout_pending: () => concludeWaiting('earlier_payout'),
      change_spent: () => concludeWaiting('change_spent'),
      fee_ceiling: concludeAtFeeCeiling,
      invalid: (_context: unknown, about: OrderSubject) => concludeStuck(about, 'bytes_refused'),
    },
    ...retryConclusions,
    unknown: concludeAnswerLost,
  },
} as const;

async function createAndSendPayout(
  context: DeliveryContext,
  { order }: OrderSubject,
): Promise<Outcome<Delivery, PreparationRefusal | BroadcastRefusal | ReplacementRefusal>> {
  const existing = await findDelivery(context, order);
  const found = existing ? undefined : await adoptFound(context, order);
  if (found) return ok(found);
  const stop = existing && (await findSigningObstacle(context, existing));
  if (stop) return refused(stop);
  const prepared = existing ? ok(undefined) : await preparePayout(context, order);
  if (prepared.kind !== 'ok') return prepared;
  const delivery = existing ?? (await findDelivery(context, order));
  if (!delivery) return refused('overtaken');
  if (await hasWithheldOrder(context, delivery)) return cancelBatch(context, delivery);
  const sent = await broadcastNewest(context, delivery);
  if (sent.kind !== 'refused' || sent.reason !== 'fee_too_low') return sent.kind === 'ok' ? ok(delivery) : sent;
  // The rejected form blocks every later payout of the address, so the fee is raised at once.
  const raised = await replacePayout(context, delivery, 'refused');
  if (raised.kind !== 'ok' && !(raised.kind === 'refused' && raised.reason === 'settled')) return raised;
  return ok((await findDelivery(context, order)) ?? delivery);
}

/** Returns what would prevent signing now, for a payout that was signed but possibly never sent; undefined for any other. */
async function findSigningObstacle(
  { database }: DeliveryContext,
  delivery: Delivery,
): Promise<'books_differ' | 'treasury_key_used' | undefined> {
  const { payout, chain } = delivery;
  if (!isUnsent(delivery) || (await isFoundTransaction(database, payout.transactionId))) return undefined;
  if (await isHalted(database, buildPayoutHaltScope(payout.amount.asset.id))) return 'books_differ';
  return (await hasOpenAuthorizationAlert(database, chain.treasuryAddress)) ? 'treasury_key_used' : undefined;
}

/** Returns whether an unsent batch would pay an order that is withheld since signing: a signed batch cannot omit one. */
async function hasWithheldOrder({ database }: DeliveryContext, delivery: Delivery): Promise<boolean> {
  const { batch, variants } = delivery;
  if (batch.length === 1 || !isUnsent(delivery) || variants[0].purpose === 'cancellation') return false;
  const orders = await findBatchOrders(database, delivery);
  return orders.some(mayNotSendPayout);
}

/** Cancels the batch. Once that is final, its orders are paid again, except those that are withheld. */
async function cancelBatch(
  context: DeliveryContext,
  delivery: Delivery,
): Promise<Outcome<Delivery, ReplacementRefusal>> {
  const cancelled = await cancelPayout(context, delivery, 'cancelled');
  if (cancelled.kind !== 'ok') return cancelled;
  return ok((await findDelivery(context, delivery.order)) ?? delivery);
}
