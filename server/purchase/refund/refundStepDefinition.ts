import { createAmount } from '@slipway/money/amount.ts';
import { buildRefundFileHaltScope, isHalted } from '../../ledger/haltStore.ts';
import type { Database, Queryable, Transaction } from '../../platform/database/database.ts';
import { randomToken } from '../../platform/secrets.ts';
import type { CardAcquirer, CardRefund, CardRefusal } from '../../providers/card/cardPort.ts';
import { type Outcome, refused } from '../../providers/outcome.ts';
import { computeOwedAmount, isPaidByBankTransfer, type Order } from '../order/order.ts';
import { listCapturedPayments } from '../order/orderEventStore.ts';
import { lockOrder } from '../order/orderStore.ts';
import { computeRefundableSurplus } from '../order/postings/liabilityPostings.ts';
import {
  buildRetryConclusions,
  type Conclusion,
  concludeDone,
  concludeWaiting,
  concludeWaitingForStep,
  retryConclusions,
  type WaitReason,
} from '../order/stepRunner/conclusion.ts';
import { mapCardRefusals } from '../payment/cardPayments/cardRefusals.ts';
import { listLiveBankRefunds } from './bankRefundStore.ts';
import { concludeRefund, concludeRefusedRefund, SURPLUS_RETRY_AFTER_MS } from './concludeRefund.ts';
import {
  findPendingCardRefund,
  insertRefund,
  type Refund,
  type RefundPurpose,
  sumPaymentOutflows,
} from './refundStore.ts';
import { requestBankRefunds } from './requestBankRefunds.ts';

export type RefundContext = { readonly database: Database; readonly card: CardAcquirer };

type RefundSubject = { readonly order: Order; readonly refund: Refund };

type RefundRefusal = CardRefusal | 'not_found';

const answerConclusions = {
  ok: (_context: RefundContext, { refund }: RefundSubject, news: CardRefund) => concludeRefund(refund, news),
  refused: {
    ...mapCardRefusals({ card: concludeFailedRefund, payment: concludeFailedRefund, request: concludeFailedRefund }),
    not_found: concludeRefundNotFound,
  },
} as const;

/** Refunds everything that is owed. Shared by the first attempt and the query after a lost answer. */
export const refundStepDefinition = {
  about: loadRefund,
  call: requestRefund,
  conclusions: { ...answerConclusions, ...retryConclusions },
} as const;

/** Refunds the surplus while the order continues. */
export const surplusStepDefinition = {
  about: loadSurplusRefund,
  call: requestRefund,
  conclusions: { ...answerConclusions, ...buildRetryConclusions('refund_surplus') },
} as const;

async function loadRefund(context: RefundContext, order: Order): Promise<RefundSubject | Conclusion> {
  if (isPaidByBankTransfer(order)) return concludeBankRefunds(context, order);
  const present = await findPendingCardRefund(context.database, order.id, 'order');
  if (present) return { order, refund: present };
  if (await hasPendingBankRefund(context.database, order.id, 'order')) return concludeWaiting('bank_booking_pending');
  if (order.frozen) return concludeWaiting('frozen');
  if (order.status !== 'refunding') return concludeWaiting('held');
  const refund = await context.database.transaction((transaction) => storeNextIntent(transaction, order.id, 'order'));
  return refund ? { order, refund } : concludeWaiting('nothing_to_refund');
}

async function loadSurplusRefund({ database }: RefundContext, order: Order): Promise<RefundSubject | Conclusion> {
  if (isPaidByBankTransfer(order)) return concludeDone((transaction) => requestBankRefunds(transaction, order.id));
  const present = await findPendingCardRefund(database, order.id, 'surplus');
  if (present) return { order, refund: present };
  if (computeRefundableSurplus(order) === 0n || (await hasPendingBankRefund(database, order.id, 'surplus')))
    return concludeDone();
  if (!canRequestRefund(order, 'surplus')) return concludeNotYet('surplus', order.frozen ? 'frozen' : 'held');
  const refund = await database.transaction((transaction) => storeNextIntent(transaction, order.id, 'surplus'));
  return refund ? { order, refund } : concludeDone();
}

async function concludeBankRefunds({ database }: RefundContext, order: Order): Promise<Conclusion> {
  if (order.frozen) return concludeWaiting('frozen');
  if (order.status !== 'refunding') return concludeWaiting('bank_booking_pending');
  const halted = await isHalted(database, buildRefundFileHaltScope(order.pay.asset.code));
  return concludeWaiting(halted ? 'books_differ' : 'bank_booking_pending', (transaction) =>
    requestBankRefunds(transaction, order.id),
  );
}

/**
 * Stores and returns the intent of the next refund: the owed amount, at most what remains of one payment. Returns the pending
 * intent if there is one; undefined if no refund may be sent or nothing is owed.
 */
async function storeNextIntent(
  transaction: Transaction,
  orderId: number,
  purpose: RefundPurpose,
): Promise<Refund | undefined> {
  const { order } = await lockOrder(transaction, orderId);
  const present = await findPendingCardRefund(transaction, orderId, purpose);
  if (present) return present;
  if (!canRequestRefund(order, purpose)) return undefined;
  if (await hasPendingBankRefund(transaction, orderId, purpose)) return undefined;
  const owed = computeOwedUnits(order, purpose);
  for (const { paymentId, units } of await listCapturedPayments(transaction, orderId)) {
    const unrefunded = units - (await sumPaymentOutflows(transaction, paymentId));
    const part = unrefunded < owed ? unrefunded : owed;
    const amount = createAmount(order.pay.asset, part);
    if (part > 0n) return createRefundIntent(transaction, orderId, { purpose, paymentId, amount });
  }
  return undefined;
}

/** Returns whether a person has requested the refund by bank transfer, since the acquirer refused it, and it is not settled. */
async function hasPendingBankRefund(database: Queryable, orderId: number, purpose: RefundPurpose): Promise<boolean> {
  return (await listLiveBankRefunds(database, orderId, purpose)).some(({ status }) => status !== 'settled');
}

async function createRefundIntent(
  transaction: Transaction,
  orderId: number,
  wanted: Pick<Refund, 'purpose' | 'paymentId' | 'amount'>,
): Promise<Refund> {
  const intent = { id: `ref_${randomToken()}`, ...wanted };
  await insertRefund(transaction, { ...intent, orderId });
  return { ...intent, status: 'requested', acquirerRefundId: null };
}

/**
 * Queries the acquirer for the refund before sending one: acquirers forget idempotency keys after a day, and then the
 * same key would refund the money a second time.
 */
async function requestRefund(
  { card }: RefundContext,
  { order, refund }: RefundSubject,
): Promise<Outcome<CardRefund, RefundRefusal>> {
  if (refund.acquirerRefundId !== null) return card.getRefund(refund.acquirerRefundId);
  const { paymentId, amount, purpose } = refund;
  const { orderNo } = order;
  const sent = await card.findRefund({ paymentId, orderNo, reference: refund.id });
  if (sent.kind !== 'refused' || !canRequestRefund(order, purpose)) return sent;
  if (amount.units > computeOwedUnits(order, purpose))
    return refused('exceeds_captured', 'less is owed now than the amount of this refund');
  return card.refund({ idempotencyKey: refund.id, paymentId, orderNo, reference: refund.id, amount });
}

/** Returns whether a refund may be sent now: not while the order is held or frozen. A sent refund is still queried. */
function canRequestRefund({ status, frozen }: Order, purpose: RefundPurpose): boolean {
  return !frozen && (purpose === 'surplus' ? status !== 'on_hold' : status === 'refunding');
}

/** Returns what is owed, in minor units of the pay currency. */
function computeOwedUnits(order: Order, purpose: RefundPurpose): bigint {
  return purpose === 'surplus' ? computeRefundableSurplus(order) : computeOwedAmount(order).units;
}

/** Returns a waiting conclusion. The order's status repeats its own step, but not the surplus step, which is enqueued. */
function concludeNotYet(purpose: RefundPurpose, reason: WaitReason): Conclusion {
  return purpose === 'surplus'
    ? concludeWaitingForStep('refund_surplus', reason, SURPLUS_RETRY_AFTER_MS)
    : concludeWaiting(reason);
}

function concludeFailedRefund(_context: unknown, { refund }: RefundSubject, reason: CardRefusal): Conclusion {
  return concludeRefusedRefund(refund, reason);
}

/** Waits: the acquirer no longer knows the refund, or it was not requested because nothing may be sent now. */
function concludeRefundNotFound(_context: unknown, { order, refund }: RefundSubject): Conclusion {
  if (refund.acquirerRefundId !== null) return concludeNotYet(refund.purpose, 'vendor_does_not_know');
  return concludeNotYet(refund.purpose, order.frozen ? 'frozen' : 'held');
}
