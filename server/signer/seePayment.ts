import { subtractAmounts } from '@slipway/money/amount.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { CardAcquirer } from '../providers/card/cardPort.ts';
import { type Outcome, ok, refused } from '../providers/outcome.ts';
import { isReceived, type Order } from '../purchase/order/order.ts';
import { findAttempt } from '../purchase/payment/attemptStore.ts';
import type { BankSight, SeenCredit } from './bankSight.ts';
import type { GivenBack } from './givenBack.ts';
import { joinProofs } from './signedForms.ts';

/** What depends on the statement waits until it comes, or until two persons have vouched. */
const STATEMENT_MISSING = {
  kind: 'unavailable',
  retryAfterMs: 60_000,
  detail: 'a statement of the bank is missing',
} as const;

export type MoneyContext = {
  readonly database: Queryable;
  readonly card: Pick<CardAcquirer, 'getPayment'>;
  /** Undefined: no transfers are taken. */
  readonly bank: Pick<BankSight, 'receivedWith' | 'findCredit' | 'isDoubtful'> | undefined;
  /** Bookings that persons have matched with an order by hand, by their ids. */
  readonly matched: (order: Order) => Promise<readonly string[]>;
  /** By transfers that the signer has let go. */
  readonly givenBack: GivenBack;
};

/**
 * Whoever holds the money says that it is here: the acquirer that it has taken, under the order's own number, what the order asks
 * for and given none of it back; the bank's files that so much has come with the order's reference. Our rows say so too, and say
 * whatever the last writer of the database wanted. Answers with what proves it, which is good for one order.
 */
export async function seeMoney(context: MoneyContext, order: Order): Promise<Outcome<string, 'not_paid'>> {
  if (!isReceived(order)) return seeCardPayment(context, order);
  const { units, proof, isDoubtful } = await transfersOf(context, order);
  if (units >= order.pay.units) return ok(proof);
  return isDoubtful ? STATEMENT_MISSING : refused('not_paid');
}

async function seeCardPayment(context: MoneyContext, order: Order): Promise<Outcome<string, 'not_paid'>> {
  const { database, card, givenBack } = context;
  const attempt = order.currentAttemptId === null ? undefined : await findAttempt(database, order.currentAttemptId);
  if (!attempt?.paymentId) return refused('not_paid');
  const payment = await card.getPayment(attempt.paymentId);
  if (payment.kind === 'refused') return refused('not_paid');
  if (payment.kind !== 'ok') return payment;
  const { orderNo, status, capturedAmount, refundedAmount } = payment.value;
  const isTaken = status === 'captured' && capturedAmount.asset.id === order.pay.asset.id;
  if (orderNo !== order.orderNo || !isTaken) return refused('not_paid');
  const kept = refundedAmount ? subtractAmounts(capturedAmount, refundedAmount) : capturedAmount;
  const gone = await givenBack({ receipts: [attempt.paymentId], reference: '' }, order.pay.asset.code);
  return kept.units - gone >= order.pay.units ? ok(`card ${attempt.paymentId}`) : refused('not_paid');
}

/**
 * Returns how much of the transfers for an order is here, and what proves it. Bookings that persons matched by hand count if those
 * with the order's reference are too little, and only if they name no order themselves.
 */
export async function transfersOf(
  { bank, matched, givenBack }: Pick<MoneyContext, 'bank' | 'matched' | 'givenBack'>,
  order: Order,
): Promise<{
  readonly units: bigint;
  readonly proof: string;
  /** More may be here: a statement is missing. */
  readonly isDoubtful: boolean;
}> {
  const { pay, transferReference: reference } = order;
  const currency = pay.asset.code;
  if (!bank || reference === null) return { units: 0n, proof: '', isDoubtful: false };
  const named =
    (await bank.receivedWith(reference, currency)) - (await givenBack({ receipts: [], reference }, currency));
  if (named >= pay.units) return { units: named, proof: `bank ${reference}`, isDoubtful: false };
  const found = await Promise.all((await matched(order)).map((entryId) => bank.findCredit(entryId)));
  const all = uniqueCredits(found).filter((credit) => credit.reference === '' && credit.currency === currency);
  const credits = all.filter((credit) => !credit.isDoubtful);
  const byHand = await Promise.all(
    credits.map(async ({ ids, units }) => units - (await givenBack({ receipts: ids, reference: '' }, currency))),
  );
  const units = byHand.reduce((sum, each) => sum + each, named);
  const entries = credits.flatMap(({ ids }) => ids);
  return {
    units,
    proof: joinProofs([`bank ${reference}`, ...entries.map((id) => `entry ${id}`)]),
    isDoubtful: credits.length < all.length || (await bank.isDoubtful(reference)),
  };
}

/** One of each booking, under whichever of its ids it was asked for. */
export function uniqueCredits(credits: readonly (SeenCredit | undefined)[]): readonly SeenCredit[] {
  const found = credits.filter((credit) => credit !== undefined);
  return found.filter((credit, at) => found.findIndex(({ ids }) => ids.some((id) => credit.ids.includes(id))) === at);
}
