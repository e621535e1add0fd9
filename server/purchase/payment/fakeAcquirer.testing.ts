import { amountOf } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import { absentAcquirer } from '../../providers/card/absentAcquirer.ts';
import type { CardAcquirer, CardPayment, CardRefund } from '../../providers/card/cardPort.ts';
import { ok } from '../../providers/outcome.ts';

const EUR = fiatAsset('EUR');

/** An acquirer in memory that does what it is told, keeps count, and can lose the next answer after acting. */
export function createFakeAcquirer() {
  const payments = new Map<string, CardPayment>();
  const refunds = new Map<string, CardRefund>();
  const acts: string[] = [];
  let losesNext = false;

  function act<Value>(key: string, value: Value) {
    acts.push(key);
    if (!losesNext) return ok(value);
    losesNext = false;
    return { kind: 'unknown', detail: 'the answer was lost' } as const;
  }

  function changed(paymentId: string, change: Partial<CardPayment>): CardPayment {
    const payment = payments.get(paymentId);
    if (!payment) throw new Error(`no payment ${paymentId}`);
    const next = { ...payment, ...change };
    payments.set(paymentId, next);
    return next;
  }

  const card: CardAcquirer = {
    id: 'fake',
    browser: absentAcquirer.browser,
    createCustomer: async () => ok({ customerId: 'cus_1' }),
    async authorize({ idempotencyKey, orderNo, attemptId, amount }) {
      const paymentId = `pi_${attemptId}`;
      const made: CardPayment = payments.get(paymentId) ?? {
        paymentId,
        orderNo,
        attemptId,
        status: 'authorized',
        amount,
        capturedAmount: amountOf(EUR, 0n),
      };
      payments.set(paymentId, made);
      return act(idempotencyKey, made);
    },
    async capture({ idempotencyKey, paymentId, amount }) {
      return act(idempotencyKey, changed(paymentId, { status: 'captured', capturedAmount: amount }));
    },
    async void({ idempotencyKey, paymentId }) {
      return act(idempotencyKey, changed(paymentId, { status: 'voided' }));
    },
    async refund({ idempotencyKey, paymentId, amount }) {
      const refund = refunds.get(idempotencyKey) ?? {
        refundId: `re_${idempotencyKey}`,
        paymentId,
        amount,
        status: 'settled' as const,
      };
      refunds.set(idempotencyKey, refund);
      return act(idempotencyKey, refund);
    },
    getPayment: async (paymentId) => ok(changed(paymentId, {})),
    async getRefund(refundId) {
      const refund = [...refunds.values()].find((known) => known.refundId === refundId);
      return refund ? ok(refund) : { kind: 'refused', reason: 'not_found' };
    },
    listCards: async () => ok([]),
    forgetCard: async () => ok(undefined),
    verifyWebhook: () => null,
  };

  return {
    card,
    /** Keys of idempotency, in the order in which they arrived. */
    acts,
    payments,
    refunds,
    /** The next act is done, and nobody hears of it. */
    loseNextAnswer() {
      losesNext = true;
    },
  };
}
