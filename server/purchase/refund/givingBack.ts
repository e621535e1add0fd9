import { amountOf } from '@slipway/money/amount.ts';
import { isHalted, refundFilesIn } from '../../ledger/haltStore.ts';
import type { Database, Queryable, Transaction } from '../../platform/database/database.ts';
import { randomToken } from '../../platform/secrets.ts';
import type { CardAcquirer, CardRefund, CardRefusal } from '../../providers/card/cardPort.ts';
import { type Outcome, refused } from '../../providers/outcome.ts';
import { surplusHere } from '../order/claimPostings.ts';
import { asksAgain, type Conclusion, done, repeats, type WaitReason, waits, waitsFor } from '../order/conclusion.ts';
import { isReceived, type Order, owedAmount } from '../order/order.ts';
import { capturedPayments } from '../order/orderEventStore.ts';
import { lockOrder } from '../order/orderStore.ts';
import { byMatter } from '../payment/cardRefusals.ts';
import { liveBankRefunds } from './bankRefundStore.ts';
import { AGAIN_AFTER_MS, refundNews, refundRefused } from './refundNews.ts';
import { goneFromPayment, insertRefund, type Refund, type RefundPurpose, refundUnderWay } from './refundStore.ts';
import { requestBankRefunds } from './requestBankRefunds.ts';

export type RefundContext = { readonly database: Database; readonly card: CardAcquirer };

type RefundOfOrder = { readonly order: Order; readonly refund: Refund };

type RefundRefusal = CardRefusal | 'not_found';

const answered = {
  ok: (_context: RefundContext, { refund }: RefundOfOrder, news: CardRefund) => refundNews(refund, news),
  refused: { ...byMatter({ card: failed, payment: failed, request: failed }), not_found: notFound },
} as const;

/** Gives back all that is owed: two steps do it, the first time and when the acquirer is asked what became of it. */
export const givingBack = { about: refundOf, ask: askForRefund, says: { ...answered, ...asksAgain } } as const;

/** Gives back what came beyond the price, while the order goes on. */
export const givingSurplusBack = {
  about: surplusRefundOf,
  ask: askForRefund,
  says: { ...answered, ...repeats('refund_surplus') },
} as const;

async function refundOf(context: RefundContext, order: Order): Promise<RefundOfOrder | Conclusion> {
  if (isReceived(order)) return bankRefunds(context, order);
  const present = await refundUnderWay(context.database, order.id, 'order');
  if (present) return { order, refund: present };
  if (await isOnItsWayByBank(context.database, order.id, 'order')) return waits('bank_books');
  if (order.frozen) return waits('frozen');
  if (order.status !== 'refunding') return waits('held');
  const refund = await context.database.transaction((transaction) => intend(transaction, order.id, 'order'));
  return refund ? { order, refund } : waits('nothing_to_refund');
}

async function surplusRefundOf({ database }: RefundContext, order: Order): Promise<RefundOfOrder | Conclusion> {
  if (isReceived(order)) return done((transaction) => requestBankRefunds(transaction, order.id));
  const present = await refundUnderWay(database, order.id, 'surplus');
  if (present) return { order, refund: present };
  if (surplusHere(order) === 0n || (await isOnItsWayByBank(database, order.id, 'surplus'))) return done();
  if (!mayAsk(order, 'surplus')) return notYet('surplus', order.frozen ? 'frozen' : 'held');
  const refund = await database.transaction((transaction) => intend(transaction, order.id, 'surplus'));
  return refund ? { order, refund } : done();
}

async function bankRefunds({ database }: RefundContext, order: Order): Promise<Conclusion> {
  if (order.frozen) return waits('frozen');
  if (order.status !== 'refunding') return waits('bank_books');
  const halted = await isHalted(database, refundFilesIn(order.pay.asset.code));
  return waits(halted ? 'books_differ' : 'bank_books', (transaction) => requestBankRefunds(transaction, order.id));
}

/** Commits what is to be asked for: of one payment what is still owed, and never more than is left of it. */
async function intend(transaction: Transaction, orderId: number, purpose: RefundPurpose): Promise<Refund | undefined> {
  const { order } = await lockOrder(transaction, orderId);
  const present = await refundUnderWay(transaction, orderId, purpose);
  if (present) return present;
  if (!mayAsk(order, purpose)) return undefined;
  if (await isOnItsWayByBank(transaction, orderId, purpose)) return undefined;
  const owed = owedFor(order, purpose);
  for (const { paymentId, units } of await capturedPayments(transaction, orderId)) {
    const left = units - (await goneFromPayment(transaction, paymentId));
    const part = left < owed ? left : owed;
    const amount = amountOf(order.pay.asset, part);
    if (part > 0n) return newIntent(transaction, orderId, { purpose, paymentId, amount });
  }
  return undefined;
}

/** An operator has it sent by a transfer, since the acquirer could not give it back. */
async function isOnItsWayByBank(database: Queryable, orderId: number, purpose: RefundPurpose): Promise<boolean> {
  return (await liveBankRefunds(database, orderId, purpose)).some(({ status }) => status !== 'settled');
}

async function newIntent(
  transaction: Transaction,
  orderId: number,
  wanted: Pick<Refund, 'purpose' | 'paymentId' | 'amount'>,
): Promise<Refund> {
  const intent = { id: `ref_${randomToken()}`, ...wanted };
  await insertRefund(transaction, { ...intent, orderId });
  return { ...intent, status: 'requested', acquirerRefundId: null };
}

/**
 * Asks about a refund that was sent before it sends one: acquirers forget keys of idempotency after a day, and then the
 * same key would give the money back a second time.
 */
async function askForRefund(
  { card }: RefundContext,
  { order, refund }: RefundOfOrder,
): Promise<Outcome<CardRefund, RefundRefusal>> {
  if (refund.acquirerRefundId !== null) return card.getRefund(refund.acquirerRefundId);
  const { paymentId, amount, purpose } = refund;
  const { orderNo } = order;
  const sent = await card.findRefund({ paymentId, orderNo, reference: refund.id });
  if (sent.kind !== 'refused' || !mayAsk(order, purpose)) return sent;
  if (amount.units > owedFor(order, purpose))
    return refused('exceeds_captured', 'by now less is owed than this refund was to give back');
  return card.refund({ idempotencyKey: refund.id, paymentId, orderNo, reference: refund.id, amount });
}

/** A hold and a list stop what was not sent; what was sent is asked about. */
function mayAsk({ status, frozen }: Order, purpose: RefundPurpose): boolean {
  return !frozen && (purpose === 'surplus' ? status !== 'on_hold' : status === 'refunding');
}

/** In minor units of the pay currency. */
function owedFor(order: Order, purpose: RefundPurpose): bigint {
  return purpose === 'surplus' ? surplusHere(order) : owedAmount(order).units;
}

/** A state's clock has its own step done again; nothing else asks about what came beyond the price. */
function notYet(purpose: RefundPurpose, reason: WaitReason): Conclusion {
  return purpose === 'surplus' ? waitsFor('refund_surplus', reason, AGAIN_AFTER_MS) : waits(reason);
}

function failed(_context: unknown, { refund }: RefundOfOrder, reason: CardRefusal): Conclusion {
  return refundRefused(refund, reason);
}

/** The acquirer knows it no more, or was never asked because nothing may be sent now. */
function notFound(_context: unknown, { order, refund }: RefundOfOrder): Conclusion {
  if (refund.acquirerRefundId !== null) return notYet(refund.purpose, 'vendor_does_not_know');
  return notYet(refund.purpose, order.frozen ? 'frozen' : 'held');
}
