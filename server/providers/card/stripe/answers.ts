import { z } from 'zod';

/**
 * The parts of Stripe's answers that are used (API 2026-10-28.endive). Values that Stripe may add to, such as a status,
 * stay plain strings here: the tables of map.ts, mapBalance.ts, mapDispute.ts and refusals.ts list the known ones.
 */

const cardAnswer = z.object({
  brand: z.string().nullish(),
  last4: z.string().nullish(),
  exp_month: z.number().int(),
  exp_year: z.number().int(),
  fingerprint: z.string().nullish(),
  country: z.string().nullish(),
  wallet: z.object({ type: z.string() }).nullish(),
});

export type CardAnswer = z.output<typeof cardAnswer>;

const paymentMethodAnswer = z.object({ id: z.string(), card: cardAnswer.optional() });

export type PaymentMethodAnswer = z.output<typeof paymentMethodAnswer>;

export const confirmationTokenAnswer = z.object({
  payment_method_preview: z.object({ card: cardAnswer.pick({ wallet: true }).nullish() }).nullish(),
});

export const customerAnswer = z.object({ id: z.string() });

const balanceTransactionAnswer = z.object({ fee: z.number().int(), currency: z.string() });

/** An id, or the object itself if the request expands it. */
const reference = z.union([z.string(), z.object({ id: z.string() })]).nullish();

const chargeAnswer = z.object({
  payment_method: z.string().nullish(),
  payment_method_details: z
    .object({ card: cardAnswer.extend({ capture_before: z.number().int().optional() }).optional() })
    .nullish(),
  balance_transaction: z.union([z.string(), balanceTransactionAnswer]).nullish(),
  /** docs.stripe.com/api/charges/object: can be less than the amount that was charged. */
  amount_refunded: z.number().int().optional(),
});

export type ChargeAnswer = z.output<typeof chargeAnswer>;

const errorAnswer = z.object({
  code: z.string().nullish(),
  decline_code: z.string().nullish(),
  /** docs.stripe.com/api/errors#errors-payment_method: the card of the failed attempt, with its issuing country. */
  payment_method: paymentMethodAnswer.nullish(),
});

export type ErrorAnswer = z.output<typeof errorAnswer>;

export const paymentIntentAnswer = z.object({
  id: z.string(),
  status: z.string(),
  amount: z.number().int(),
  amount_received: z.number().int(),
  currency: z.string(),
  client_secret: z.string().nullish(),
  cancellation_reason: z.string().nullish(),
  customer: reference,
  last_payment_error: errorAnswer.nullish(),
  latest_charge: z.union([z.string(), chargeAnswer]).nullish(),
  metadata: z.record(z.string(), z.string()),
});

export type PaymentIntentAnswer = z.output<typeof paymentIntentAnswer>;

export const refundAnswer = z.object({
  id: z.string(),
  status: z.string().nullable(),
  amount: z.number().int(),
  currency: z.string(),
  payment_intent: reference,
  metadata: z.record(z.string(), z.string()).nullish(),
});

export type RefundAnswer = z.output<typeof refundAnswer>;

export const refundListAnswer = z.object({ data: z.array(refundAnswer) });

/** The charge identifies the payment if the object itself does not. */
const chargeReference = z.union([z.string(), z.object({ id: z.string(), payment_intent: reference })]);

export const disputeAnswer = z.object({
  id: z.string(),
  status: z.string(),
  amount: z.number().int(),
  currency: z.string(),
  reason: z.string(),
  created: z.number().int(),
  payment_intent: reference,
  charge: chargeReference,
  balance_transactions: z.array(balanceTransactionAnswer.extend({ amount: z.number().int() })),
  evidence_details: z.object({ due_by: z.number().int().nullable(), submission_count: z.number().int() }),
  payment_method_details: z.object({ card: z.object({ case_type: z.string() }).optional() }).nullish(),
});

export type DisputeAnswer = z.output<typeof disputeAnswer>;

/** Answer to an upload. */
export const fileAnswer = z.object({ id: z.string().startsWith('file_') });

export const fraudWarningAnswer = z.object({
  id: z.string(),
  actionable: z.boolean(),
  payment_intent: reference,
  charge: chargeReference,
});

/** The source of a balance line, expanded. Its fields depend on its type. */
const lineSource = z.object({
  id: z.string(),
  payment_intent: reference,
  arrival_date: z.number().int().optional(),
  statement_descriptor: z.string().nullish(),
});

export const balanceLineAnswer = balanceTransactionAnswer.extend({
  id: z.string(),
  amount: z.number().int(),
  net: z.number().int(),
  created: z.number().int(),
  type: z.string(),
  reporting_category: z.string(),
  balance_type: z.string(),
  source: z.union([z.string(), lineSource]).nullable(),
});

/** docs.stripe.com/api/payouts/object */
export const payoutAnswer = z.object({
  id: z.string(),
  status: z.string(),
  amount: z.number().int(),
  currency: z.string(),
  arrival_date: z.number().int(),
  statement_descriptor: z.string().nullish(),
  reconciliation_status: z.string(),
});

export type PayoutAnswer = z.output<typeof payoutAnswer>;

export type BalanceLineAnswer = z.output<typeof balanceLineAnswer>;

export const balanceLineListAnswer = z.object({ data: z.array(balanceLineAnswer), has_more: z.boolean() });

export type FraudWarningAnswer = z.output<typeof fraudWarningAnswer>;
