import type Stripe from 'stripe';
import { type Outcome, ok, refused } from '../../outcome.ts';
import type { CardAcquirer, CardDispute, CardRefund, EvidenceRefusal, OwnRefund } from '../cardPort.ts';
import { disputeAnswer, fraudWarningAnswer, type RefundAnswer, refundAnswer, refundListAnswer } from './answers.ts';
import { ask, cannotCarry, isMissing, orNotFound, outcomeOfError } from './client.ts';
import { toCardRefund } from './map.ts';
import { toCardDispute, toFraudWarning, toStripeEvidence } from './mapDispute.ts';
import { toStripeAmount } from './stripeAmounts.ts';

/** The charge names the payment where the dispute or the warning does not. */
const WITH_CHARGE = { expand: ['charge'] };

/** The most of a page (docs.stripe.com/api/pagination); no payment is given back in so many parts. */
const REFUNDS_PER_PAGE = 100;

type AfterCapture = Pick<
  CardAcquirer,
  'refund' | 'getRefund' | 'findRefund' | 'getDispute' | 'submitEvidence' | 'getFraudWarning'
>;

/** What becomes of a payment after its money was taken: refunds, disputes and warnings. */
export function createAfterCapture(stripe: Stripe): AfterCapture {
  return {
    async refund({ idempotencyKey, paymentId, orderNo, reference, amount }) {
      const asked = toStripeAmount(amount);
      if (!asked) return cannotCarry(amount.asset.code);
      const order = { payment_intent: paymentId, amount: asked.amount, metadata: { orderNo, reference } };
      return ask('refund', refundAnswer, () => stripe.refunds.create(order, { idempotencyKey }), toCardRefund);
    },

    async getRefund(refundId) {
      return orNotFound(await ask('read', refundAnswer, () => stripe.refunds.retrieve(refundId), toCardRefund));
    },

    findRefund: (refund) => findRefund(stripe, refund),

    async getDispute(disputeId) {
      const call = () => stripe.disputes.retrieve(disputeId, WITH_CHARGE);
      return orNotFound(await ask('read', disputeAnswer, call, toCardDispute));
    },

    async submitEvidence({ idempotencyKey, disputeId, evidence }) {
      const answer = { evidence: toStripeEvidence(evidence), submit: true, ...WITH_CHARGE };
      return sendEvidence(() => stripe.disputes.update(disputeId, answer, { idempotencyKey }));
    },

    async getFraudWarning(warningId) {
      const call = () => stripe.radar.earlyFraudWarnings.retrieve(warningId, WITH_CHARGE);
      return orNotFound(await ask('read', fraudWarningAnswer, call, toFraudWarning));
    },
  };
}

async function findRefund(stripe: Stripe, wanted: OwnRefund): Promise<Outcome<CardRefund, 'not_found'>> {
  const call = () => stripe.refunds.list({ payment_intent: wanted.paymentId, limit: REFUNDS_PER_PAGE });
  const outcome = orNotFound(
    await ask('read', refundListAnswer, call, ({ data }) => ({
      found: data.find((refund) => isWanted(refund, wanted)),
    })),
  );
  if (outcome.kind !== 'ok') return outcome;
  const { found } = outcome.value;
  if (!found) return refused('not_found');
  const refund = toCardRefund(found);
  return refund ? ok(refund) : { kind: 'pending' };
}

/** Refunds of a former version carry the order alone; there was one of a payment at a time. */
function isWanted({ metadata, status }: RefundAnswer, { reference, orderNo }: OwnRefund): boolean {
  if (metadata?.reference !== undefined) return metadata.reference === reference;
  return metadata?.orderNo === orderNo && status !== 'failed' && status !== 'canceled';
}

async function sendEvidence(call: () => Promise<unknown>): Promise<Outcome<CardDispute, EvidenceRefusal>> {
  let answer: unknown;
  try {
    answer = await call();
  } catch (error) {
    if (isMissing(error)) return refused('not_found');
    const outcome = outcomeOfError('act', error);
    if (outcome.kind !== 'refused') return outcome;
    // "This dispute is already closed" comes without a code and without a parameter.
    return refused(namesParameter(error) ? 'invalid_request' : 'closed', outcome.detail);
  }
  const sent = await ask('act', disputeAnswer, async () => answer, toCardDispute);
  return sent.kind === 'refused' ? refused('invalid_request', sent.detail) : sent;
}

function namesParameter(error: unknown): boolean {
  const { param, code } = error as { readonly param?: unknown; readonly code?: unknown };
  return Boolean(param) || Boolean(code);
}
