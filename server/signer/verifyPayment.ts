import { subtractAmounts } from '@slipway/money/amount.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { CardAcquirer } from '../providers/card/cardPort.ts';
import { type Outcome, ok, refused } from '../providers/outcome.ts';
import { isPaidByBankTransfer, type Order } from '../purchase/order/order.ts';
import { findAttempt } from '../purchase/payment/attemptStore.ts';
import type { BankFileReader, BookedCredit } from './bankFiles/bankFileReader.ts';
import { joinProofs } from './record/signedForms.ts';
import type { PaidBackCalculator } from './releases/paidBackCalculator.ts';

/** An order that needs a missing statement waits until the statement arrives, or until two people have vouched. */
const STATEMENT_MISSING = {
  kind: 'unavailable',
  retryAfterMs: 60_000,
  detail: 'a statement of the bank is missing',
} as const;

export type PaymentProofContext = {
  readonly database: Queryable;
  readonly card: Pick<CardAcquirer, 'getPayment'>;
  /** Undefined if the operator accepts no bank transfers. */
  readonly bank: Pick<BankFileReader, 'sumReceived' | 'findCredit' | 'isDoubtful'> | undefined;
  /** Returns the ids of bookings that people have matched with an order manually. */
  readonly findMatches: (order: Order) => Promise<readonly string[]>;
  /** Computes refunds by transfers that the signer has released. */
  readonly sumPaidBack: PaidBackCalculator;
};

/**
 * Verifies that the order was paid, and returns the proof of payment, which is good for one order. The acquirer must have
 * captured the order's amount under its number, or the bank's files must show it, with the order's reference or in bookings
 * that people matched. Money that was paid back does not count. The database rows prove nothing, since an attacker may have
 * written them.
 */
export async function verifyPayment(context: PaymentProofContext, order: Order): Promise<Outcome<string, 'not_paid'>> {
  if (!isPaidByBankTransfer(order)) return verifyCardPayment(context, order);
  const { units, proof, isDoubtful } = await sumOrderTransfers(context, order);
  if (units >= order.pay.units) return ok(proof);
  return isDoubtful ? STATEMENT_MISSING : refused('not_paid');
}

async function verifyCardPayment(context: PaymentProofContext, order: Order): Promise<Outcome<string, 'not_paid'>> {
  const { database, card, sumPaidBack } = context;
  const attempt = order.currentAttemptId === null ? undefined : await findAttempt(database, order.currentAttemptId);
  if (!attempt?.paymentId) return refused('not_paid');
  const payment = await card.getPayment(attempt.paymentId);
  if (payment.kind === 'refused') return refused('not_paid');
  if (payment.kind !== 'ok') return payment;
  const { orderNo, status, capturedAmount, refundedAmount } = payment.value;
  const isTaken = status === 'captured' && capturedAmount.asset.id === order.pay.asset.id;
  if (orderNo !== order.orderNo || !isTaken) return refused('not_paid');
  const kept = refundedAmount ? subtractAmounts(capturedAmount, refundedAmount) : capturedAmount;
  const gone = await sumPaidBack({ receipts: [attempt.paymentId], reference: '' }, order.pay.asset.code);
  return kept.units - gone >= order.pay.units ? ok(`card ${attempt.paymentId}`) : refused('not_paid');
}

/**
 * Returns how much of the transfers for an order was received and not paid back, and the proof. If the bookings with the
 * order's reference do not suffice, bookings that people matched manually count too, unless they name an order themselves.
 */
export async function sumOrderTransfers(
  { bank, findMatches, sumPaidBack }: Pick<PaymentProofContext, 'bank' | 'findMatches' | 'sumPaidBack'>,
  order: Order,
): Promise<{
  readonly units: bigint;
  readonly proof: string;
  /** True if more may have been received, because a statement is missing. */
  readonly isDoubtful: boolean;
}> {
  const { pay, transferReference: reference } = order;
  const currency = pay.asset.code;
  if (!bank || reference === null) return { units: 0n, proof: '', isDoubtful: false };
  const named =
    (await bank.sumReceived(reference, currency)) - (await sumPaidBack({ receipts: [], reference }, currency));
  if (named >= pay.units) return { units: named, proof: `bank ${reference}`, isDoubtful: false };
  const found = await Promise.all((await findMatches(order)).map((entryId) => bank.findCredit(entryId)));
  const all = dedupeCredits(found).filter((credit) => credit.reference === '' && credit.currency === currency);
  const credits = all.filter((credit) => !credit.isDoubtful);
  const byHand = await Promise.all(
    credits.map(async ({ ids, units }) => units - (await sumPaidBack({ receipts: ids, reference: '' }, currency))),
  );
  const units = byHand.reduce((sum, each) => sum + each, named);
  const entries = credits.flatMap(({ ids }) => ids);
  return {
    units,
    proof: joinProofs([`bank ${reference}`, ...entries.map((id) => `entry ${id}`)]),
    isDoubtful: credits.length < all.length || (await bank.isDoubtful(reference)),
  };
}

/** Returns each booking once, even if it was found under several of its ids. */
export function dedupeCredits(credits: readonly (BookedCredit | undefined)[]): readonly BookedCredit[] {
  const found = credits.filter((credit) => credit !== undefined);
  return found.filter((credit, at) => found.findIndex(({ ids }) => ids.some((id) => credit.ids.includes(id))) === at);
}
