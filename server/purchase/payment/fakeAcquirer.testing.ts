import { createAmount } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import { absentAcquirer } from '../../providers/card/absentAcquirer.ts';
import type { BalanceLine, PayoutState } from '../../providers/card/balanceLine.ts';
import type {
  CardAcquirer,
  CardDispute,
  CardPayment,
  CardRefund,
  CardRefusal,
  DisputeEvidence,
  EvidenceRefusal,
  FraudWarning,
} from '../../providers/card/cardPort.ts';
import { ok, refused } from '../../providers/outcome.ts';

const EUR = fiatAsset('EUR');
const PAYOUT_LINES_PER_PAGE = 2;

/** Creates an in-memory acquirer that records requests, can refuse them, and can lose the next answer after executing one. */
export function createFakeAcquirer() {
  const payments = new Map<string, CardPayment>();
  const refunds = new Map<string, CardRefund>();
  const disputes = new Map<string, CardDispute>();
  const warnings = new Map<string, FraudWarning>();
  const evidence: { readonly disputeId: string; readonly evidence: DisputeEvidence }[] = [];
  const files = new Map<string, Uint8Array>();
  const lines: BalanceLine[] = [];
  const payouts = new Map<string, { readonly state: PayoutState; readonly lines: readonly BalanceLine[] }>();
  const idempotencyKeys: string[] = [];
  let refusesRefunds: CardRefusal | undefined;
  let refundStatus: CardRefund['status'] = 'settled';
  let refusesEvidence: EvidenceRefusal | undefined;
  let losesNext = false;

  function respond<Value>(key: string, value: Value) {
    idempotencyKeys.push(key);
    if (!losesNext) return ok(value);
    losesNext = false;
    return { kind: 'unknown', detail: 'the answer was lost' } as const;
  }

  function updatePayment(paymentId: string, change: Partial<CardPayment>): CardPayment {
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
        capturedAmount: createAmount(EUR, 0n),
      };
      payments.set(paymentId, made);
      return respond(idempotencyKey, made);
    },
    async capture({ idempotencyKey, paymentId, amount }) {
      return respond(idempotencyKey, updatePayment(paymentId, { status: 'captured', capturedAmount: amount }));
    },
    async void({ idempotencyKey, paymentId }) {
      return respond(idempotencyKey, updatePayment(paymentId, { status: 'voided' }));
    },
    async refund({ idempotencyKey, paymentId, orderNo, reference, amount }) {
      if (refusesRefunds) {
        idempotencyKeys.push(idempotencyKey);
        return refused(refusesRefunds);
      }
      const refundId = `re_${idempotencyKey}`;
      const refund = refunds.get(idempotencyKey) ?? {
        refundId,
        paymentId,
        orderNo,
        reference,
        amount,
        status: refundStatus,
      };
      refunds.set(idempotencyKey, refund);
      return respond(idempotencyKey, refund);
    },
    async findRefund({ reference }) {
      const refund = [...refunds.values()].find((known) => known.reference === reference);
      return refund ? ok(refund) : refused('not_found');
    },
    getPayment: async (paymentId) => ok(updatePayment(paymentId, {})),
    async getRefund(refundId) {
      const refund = [...refunds.values()].find((known) => known.refundId === refundId);
      return refund ? ok(refund) : refused('not_found');
    },
    getDispute: async (disputeId) => toOutcome(disputes.get(disputeId)),
    getFraudWarning: async (warningId) => toOutcome(warnings.get(warningId)),
    async uploadEvidenceFile({ idempotencyKey, bytes }) {
      const fileId = `file_${idempotencyKey}`;
      files.set(fileId, bytes);
      return respond(idempotencyKey, { fileId });
    },
    async submitEvidence({ idempotencyKey, disputeId, evidence: sent }) {
      if (refusesEvidence) return refused(refusesEvidence, 'the acquirer says so');
      const dispute = disputes.get(disputeId);
      if (!dispute) return refused('not_found');
      if (!dispute.answerBefore) return refused('closed');
      if (!dispute.isAnswered) evidence.push({ disputeId, evidence: sent });
      const answered = { ...dispute, isAnswered: true };
      disputes.set(disputeId, answered);
      return respond(idempotencyKey, answered);
    },
    listBalanceLines: async ({ since }) =>
      ok({ lines: lines.filter(({ bookedAt }) => bookedAt >= since).toReversed() }),
    getPayout: async (payoutId) => toOutcome(payouts.get(payoutId)?.state),
    listPayoutLines: async ({ payoutId, page = '0' }) => {
      const all = payouts.get(payoutId)?.lines ?? [];
      const next = Number(page) + PAYOUT_LINES_PER_PAGE;
      return ok({ lines: all.slice(Number(page), next), ...(next < all.length ? { nextPage: String(next) } : {}) });
    },
    forgetCard: async () => ok(undefined),
    verifyWebhook: () => null,
  };

  function toOutcome<Value>(value: Value | undefined) {
    return value === undefined ? refused('not_found' as const) : ok(value);
  }

  return {
    card,
    /** Idempotency keys of executed requests and refused refunds, in the order of arrival. */
    idempotencyKeys,
    payments,
    /** By idempotency key. */
    refunds,
    disputes,
    warnings,
    /** Movements of the account, oldest first. */
    lines,
    /** By the acquirer's id, each with the lines that it pays out. */
    payouts,
    /** Answers to disputes, in the order of arrival. */
    evidence,
    /** Evidence files, by the acquirer's id. */
    files,
    /** Refuses every further answer; undefined: accepts them. */
    refuseEvidence(reason: EvidenceRefusal | undefined) {
      refusesEvidence = reason;
    },
    /** Refuses every further refund; undefined: accepts them. */
    refuseRefunds(reason: CardRefusal | undefined) {
      refusesRefunds = reason;
    },
    /** Sets the initial status of further refunds. */
    setRefundStatus(status: CardRefund['status']) {
      refundStatus = status;
    },
    /** Executes the next request, but loses its answer. */
    loseNextAnswer() {
      losesNext = true;
    },
  };
}
