import { randomUUID } from 'node:crypto';
import { createAmount } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import sql from 'sql-template-tag';
import type { CardDispute } from '../../providers/card/cardPort.ts';
import { updatePayout } from '../delivery/payoutStore.ts';
import { storePayout } from '../delivery/storedPayout.testing.ts';
import { exampleFill } from '../order/orderArbitraries.testing.ts';
import { openSubmittedOrders, type SubmittedOrder } from '../payment/submittedOrder.testing.ts';

const DAY_MS = 86_400_000;
export const eur = (units: bigint) => createAmount(fiatAsset('EUR'), units);

/** Returns a new dispute of part of the payment, to be answered within eight days, as the acquirer reports it. */
export function createDispute({ paymentId }: SubmittedOrder, overrides: Partial<CardDispute> = {}): CardDispute {
  const openedAt = new Date();
  return {
    disputeId: `du_${randomUUID()}`,
    paymentId,
    status: 'open',
    amount: eur(4_000n),
    withdrawn: eur(4_000n),
    fee: eur(2_000n),
    reason: 'fraudulent',
    openedAt,
    answerBefore: new Date(openedAt.getTime() + 8 * DAY_MS),
    isAnswered: false,
    answerNeedsConsent: false,
    ...overrides,
  };
}

/** Stores the state at the acquirer and delivers a webhook for it. */
export async function deliverDisputeWebhook(order: SubmittedOrder, dispute: CardDispute): Promise<CardDispute> {
  order.acquirer.disputes.set(dispute.disputeId, dispute);
  await order.receiveEvent('dispute.charge.dispute.updated', dispute.disputeId);
  return dispute;
}

export const closeAsWon = (dispute: CardDispute): CardDispute => {
  const { answerBefore: _, ...closed } = dispute;
  return { ...closed, status: 'won', withdrawn: eur(0n) };
};

export const closeAsLost = (dispute: CardDispute): CardDispute => {
  const { answerBefore: _, ...closed } = dispute;
  return { ...closed, status: 'lost' };
};

/** Opens a database with orders whose payments are disputed. */
export async function openDisputedOrders() {
  const orders = await openSubmittedOrders();

  async function createDeliveredOrder(): Promise<SubmittedOrder & { readonly transactionId: string }> {
    const order = await orders.paidOrder();
    const payoutId = `pay_${order.orderNo}`;
    const transactionId = randomUUID();
    const about = { payoutId, transactionId };
    await order.apply('conversion_started', {});
    await order.apply('conversion_filled', { fill: exampleFill });
    await orders.database.transaction((transaction) =>
      storePayout(transaction, { id: payoutId, orderId: order.orderId }, { transactionId, bytes: 'signed' }),
    );
    const final = { status: 'final', transactionId, confirmations: 6, feeUnits: null } as const;
    await orders.database.transaction((transaction) => updatePayout(transaction, payoutId, final));
    await order.apply('payout_submitted', about);
    await order.apply('payout_confirmed', { ...about, networkFee: null });
    return { ...order, transactionId };
  }

  return {
    ...orders,
    createDeliveredOrder,
    /** Advances the product's clock by days. */
    passDays: (days: number) =>
      orders.database.run(sql`update clock set offset_seconds = offset_seconds + ${Math.round(days * 86_400)}`),
    resetClock: () => orders.database.run(sql`update clock set offset_seconds = 0`),
    alerts: ({ orderId }: SubmittedOrder, kind: string) =>
      orders.database.many<{ facts: Record<string, unknown> }>(
        sql`select facts from operator_alerts where order_id = ${orderId} and kind = ${kind} order by id`,
      ),
  };
}
