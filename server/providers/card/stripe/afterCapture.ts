import type Stripe from 'stripe';
import type { z } from 'zod';
import { type Outcome, ok, refused } from '../../outcome.ts';
import type { CardAcquirer, CardRefund, EvidenceRefusal, OwnRefund } from '../cardPort.ts';
import { disputeAnswer, fileAnswer, fraudWarningAnswer, refundAnswer, refundListAnswer } from './answers.ts';
import { ask, cannotCarry, isMissing, orNotFound, outcomeOfError } from './client.ts';
import { toCardRefund } from './map.ts';
import { isTooLong, toCardDispute, toFraudWarning, toStripeEvidence } from './mapDispute.ts';
import { toStripeAmount } from './stripeAmounts.ts';

/** The charge names the payment where the dispute or the warning does not. */
const WITH_CHARGE = { expand: ['charge'] };

/** The most of a page (docs.stripe.com/api/pagination); no payment is given back in so many parts. */
const REFUNDS_PER_PAGE = 100;

/** Megabytes leave a slow line in more time than a call does. */
const UPLOAD_TIMEOUT_MS = 60_000;

type AfterCapture = Pick<
  CardAcquirer,
  'refund' | 'getRefund' | 'findRefund' | 'getDispute' | 'uploadEvidenceFile' | 'submitEvidence' | 'getFraudWarning'
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

    // To files.stripe.com, as the client does it (docs.stripe.com/file-upload).
    async uploadEvidenceFile({ idempotencyKey, name, type, bytes }) {
      const upload = { purpose: 'dispute_evidence', file: { data: bytes, name, type } } as const;
      const call = () => stripe.files.create(upload, { idempotencyKey, timeout: UPLOAD_TIMEOUT_MS });
      return handOver(call, fileAnswer, ({ id }) => ({ fileId: id }));
    },

    async submitEvidence({ idempotencyKey, disputeId, evidence }) {
      const fields = toStripeEvidence(evidence);
      if (isTooLong(fields)) return refused('too_long', 'more characters than Stripe takes in all fields together');
      const answer = { evidence: fields, submit: true, ...WITH_CHARGE };
      const call = () => stripe.disputes.update(disputeId, answer, { idempotencyKey });
      return handOver(call, disputeAnswer, toCardDispute);
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
      found: data.find(({ metadata }) => metadata?.reference === wanted.reference),
    })),
  );
  if (outcome.kind !== 'ok') return outcome;
  const { found } = outcome.value;
  if (!found) return refused('not_found');
  const refund = toCardRefund(found);
  return refund ? ok(refund) : { kind: 'pending' };
}

/** Sends an answer to a dispute, or a file for one. */
async function handOver<Schema extends z.ZodType, Value>(
  call: () => Promise<unknown>,
  schema: Schema,
  translate: (answer: z.output<Schema>) => Value | undefined,
): Promise<Outcome<Value, EvidenceRefusal>> {
  let answer: unknown;
  try {
    answer = await call();
  } catch (error) {
    const outcome = outcomeOfError('act', error);
    return outcome.kind === 'refused' ? refused(evidenceRefusal(error), outcome.detail) : outcome;
  }
  const sent = await ask('act', schema, async () => answer, translate);
  return sent.kind === 'refused' ? refused('invalid_request', sent.detail) : sent;
}

/** Of the estimated pages of all fields and files (docs.stripe.com/changelog/endive/2026-09-30, page limit validation). */
const TOO_MANY_PAGES = 'dispute_evidence_page_limit_exceeded';

function evidenceRefusal(error: unknown): EvidenceRefusal {
  const { param, code } = error as { readonly param?: unknown; readonly code?: unknown };
  if (code === TOO_MANY_PAGES) return 'too_long';
  // A file that Stripe does not have is named by its field; the dispute is named by the path.
  if (isMissing(error) && !String(param).startsWith('evidence')) return 'not_found';
  // "This dispute is already closed" comes without a code and without a parameter.
  return param || code ? 'invalid_request' : 'closed';
}
