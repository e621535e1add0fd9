import type Stripe from 'stripe';
import type { z } from 'zod';
import { type Outcome, ok, refused } from '../../outcome.ts';
import type { CardAcquirer, CardRefund, EvidenceRefusal, RequestedRefund } from '../cardPort.ts';
import { disputeSchema, fileSchema, fraudWarningSchema, refundListSchema, refundSchema } from './answers.ts';
import { callStripe, isNotFoundError, mapRefusedToNotFound, refuseInexactAmount, toErrorOutcome } from './client.ts';
import { toCardRefund } from './map.ts';
import { isTooLong, toCardDispute, toFraudWarning, toStripeEvidence } from './mapDispute.ts';
import { toStripeAmount } from './stripeAmounts.ts';

/** Expands the charge, which identifies the payment if the dispute or warning does not. */
const WITH_CHARGE = { expand: ['charge'] };

/** Largest page (docs.stripe.com/api/pagination); no payment has this many refunds. */
const REFUNDS_PER_PAGE = 100;

/** Longer than other calls, since uploading megabytes over a slow connection takes time. */
const UPLOAD_TIMEOUT_MS = 60_000;

type AfterCapture = Pick<
  CardAcquirer,
  'refund' | 'getRefund' | 'findRefund' | 'getDispute' | 'uploadEvidenceFile' | 'submitEvidence' | 'getFraudWarning'
>;

/** Creates the operations that follow a capture: refunds, disputes and fraud warnings. */
export function createAfterCapture(stripe: Stripe): AfterCapture {
  return {
    async refund({ idempotencyKey, paymentId, orderNo, reference, amount }) {
      const stripeAmount = toStripeAmount(amount);
      if (!stripeAmount) return refuseInexactAmount(amount.asset.code);
      const refundParams = { payment_intent: paymentId, amount: stripeAmount.amount, metadata: { orderNo, reference } };
      return callStripe(
        'refund',
        refundSchema,
        () => stripe.refunds.create(refundParams, { idempotencyKey }),
        toCardRefund,
      );
    },

    async getRefund(refundId) {
      return mapRefusedToNotFound(
        await callStripe('read', refundSchema, () => stripe.refunds.retrieve(refundId), toCardRefund),
      );
    },

    findRefund: (refund) => findRefund(stripe, refund),

    async getDispute(disputeId) {
      const call = () => stripe.disputes.retrieve(disputeId, WITH_CHARGE);
      return mapRefusedToNotFound(await callStripe('read', disputeSchema, call, toCardDispute));
    },

    // Stripe's client sends uploads to files.stripe.com (docs.stripe.com/file-upload).
    async uploadEvidenceFile({ idempotencyKey, name, type, bytes }) {
      const upload = { purpose: 'dispute_evidence', file: { data: bytes, name, type } } as const;
      const call = () => stripe.files.create(upload, { idempotencyKey, timeout: UPLOAD_TIMEOUT_MS });
      return sendToDispute(call, fileSchema, ({ id }) => ({ fileId: id }));
    },

    async submitEvidence({ idempotencyKey, disputeId, evidence }) {
      const fields = toStripeEvidence(evidence);
      if (isTooLong(fields)) return refused('too_long', 'more characters than Stripe accepts in all fields together');
      const answer = { evidence: fields, submit: true, ...WITH_CHARGE };
      const call = () => stripe.disputes.update(disputeId, answer, { idempotencyKey });
      return sendToDispute(call, disputeSchema, toCardDispute);
    },

    async getFraudWarning(warningId) {
      const call = () => stripe.radar.earlyFraudWarnings.retrieve(warningId, WITH_CHARGE);
      return mapRefusedToNotFound(await callStripe('read', fraudWarningSchema, call, toFraudWarning));
    },
  };
}

async function findRefund(stripe: Stripe, wanted: RequestedRefund): Promise<Outcome<CardRefund, 'not_found'>> {
  const call = () => stripe.refunds.list({ payment_intent: wanted.paymentId, limit: REFUNDS_PER_PAGE });
  const outcome = mapRefusedToNotFound(
    await callStripe('read', refundListSchema, call, ({ data }) => ({
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
async function sendToDispute<Schema extends z.ZodType, Value>(
  call: () => Promise<unknown>,
  schema: Schema,
  translate: (answer: z.output<Schema>) => Value | undefined,
): Promise<Outcome<Value, EvidenceRefusal>> {
  let answer: unknown;
  try {
    answer = await call();
  } catch (error) {
    const outcome = toErrorOutcome('act', error);
    return outcome.kind === 'refused' ? refused(toEvidenceRefusal(error), outcome.detail) : outcome;
  }
  // The call was made above: `callStripe` only parses its answer.
  const sent = await callStripe('act', schema, async () => answer, translate);
  return sent.kind === 'refused' ? refused('invalid_request', sent.detail) : sent;
}

/**
 * Error code for more estimated pages of all fields and files than Stripe accepts
 * (docs.stripe.com/changelog/endive/2026-09-30, page limit validation).
 */
const TOO_MANY_PAGES = 'dispute_evidence_page_limit_exceeded';

function toEvidenceRefusal(error: unknown): EvidenceRefusal {
  const { param, code } = error as { readonly param?: unknown; readonly code?: unknown };
  if (code === TOO_MANY_PAGES) return 'too_long';
  // An unknown file is reported with its evidence field as parameter, an unknown dispute without one.
  if (isNotFoundError(error) && !String(param).startsWith('evidence')) return 'not_found';
  // "This dispute is already closed" comes without a code and a parameter.
  return param || code ? 'invalid_request' : 'closed';
}
