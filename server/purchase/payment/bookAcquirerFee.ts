import { postEntry } from '../../ledger/ledgerStore.ts';
import { move } from '../../ledger/posting.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { CardPayment } from '../../providers/card/cardPort.ts';
import type { Order } from '../order/order.ts';
import { toldFacts } from '../order/orderEventStore.ts';
import { transactionTime } from '../order/orderStore.ts';
import { markFeeBooked, type PaymentAttempt } from './attemptStore.ts';

/** Under which a capture is told to its order. */
export function capturedKey({ paymentId, capturedAmount }: CardPayment): string {
  return `${paymentId}:captured:${capturedAmount.units}`;
}

/** What a capture says of the fee: nothing where it is not known yet, or is in another currency than the buyer paid in. */
export function feeInPayCurrency({ acquirerFee, capturedAmount }: CardPayment): bigint | null {
  return acquirerFee && acquirerFee.asset.id === capturedAmount.asset.id ? acquirerFee.units : null;
}

/**
 * Books what the acquirer keeps where the capture could not: an account that settles in another currency has its fee in
 * that one, and an acquirer that captures in the background says it only later
 * (docs.stripe.com/payments/payment-intents/asynchronous-capture).
 */
export async function bookAcquirerFee(
  transaction: Transaction,
  order: Order,
  attempt: PaymentAttempt,
  payment: CardPayment,
): Promise<void> {
  const { acquirerFee: fee, paymentId } = payment;
  if (!fee || fee.units === 0n || (await isToldByCapture(transaction, order, payment))) return;
  if (!(await markFeeBooked(transaction, attempt.id))) return;
  const postings = move(fee, 'asset:acquirer', 'expense:acquirer');
  const entry = { kind: 'acquirer_fee', key: `${paymentId}:acquirer_fee`, postings };
  await postEntry(transaction, entry, order.id, await transactionTime(transaction));
}

/** The capture's own event posts it, or has. */
async function isToldByCapture(transaction: Transaction, order: Order, payment: CardPayment): Promise<boolean> {
  if (feeInPayCurrency(payment) === null) return false;
  const told = await toldFacts(transaction, order.id, 'payment_captured', capturedKey(payment));
  return told === undefined || told.acquirerFeeUnits !== null;
}
