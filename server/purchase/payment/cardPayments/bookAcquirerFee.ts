import { postEntry } from '../../../ledger/ledgerStore.ts';
import { move } from '../../../ledger/posting.ts';
import type { Transaction } from '../../../platform/database/database.ts';
import type { CardPayment } from '../../../providers/card/cardPort.ts';
import type { Order } from '../../order/order.ts';
import { findRecordedFacts } from '../../order/orderEventStore.ts';
import { readTransactionTime } from '../../order/orderStore.ts';
import { markFeeBooked, type PaymentAttempt } from '../attemptStore.ts';

/** Returns the event key of a capture. */
export function buildCaptureKey({ paymentId, capturedAmount }: CardPayment): string {
  return `${paymentId}:captured:${capturedAmount.units}`;
}

/** Returns the fee of a capture in minor units; null if it is unknown or not in the pay currency. */
export function getFeeInPayCurrency({ acquirerFee, capturedAmount }: CardPayment): bigint | null {
  return acquirerFee && acquirerFee.asset.id === capturedAmount.asset.id ? acquirerFee.units : null;
}

/**
 * Books the acquirer's fee, once, if the capture event could not: the fee is in another currency if the account settles in
 * that currency, and is reported later if the acquirer captures asynchronously
 * (docs.stripe.com/payments/payment-intents/asynchronous-capture).
 */
export async function bookAcquirerFee(
  transaction: Transaction,
  order: Order,
  attempt: PaymentAttempt,
  payment: CardPayment,
): Promise<void> {
  const { acquirerFee: fee, paymentId } = payment;
  if (!fee || fee.units === 0n || (await isFeePostedByCapture(transaction, order, payment))) return;
  if (!(await markFeeBooked(transaction, attempt.id))) return;
  const postings = move(fee, 'asset:acquirer', 'expense:acquirer');
  const entry = { kind: 'acquirer_fee', key: `${paymentId}:acquirer_fee`, postings };
  await postEntry(transaction, entry, order.id, await readTransactionTime(transaction));
}

/** Returns whether the capture event posts the fee, or has posted it. */
async function isFeePostedByCapture(transaction: Transaction, order: Order, payment: CardPayment): Promise<boolean> {
  if (getFeeInPayCurrency(payment) === null) return false;
  const capturedFacts = await findRecordedFacts(transaction, order.id, 'payment_captured', buildCaptureKey(payment));
  return capturedFacts === undefined || capturedFacts.acquirerFeeUnits !== null;
}
