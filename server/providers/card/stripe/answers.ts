import { z } from 'zod';

/**
 * Schemas of the used parts of Stripe's answers (API 2026-10-28.endive). Values that Stripe may add to, such as a status,
 * stay plain strings here: the tables of map.ts, mapBalance.ts, mapDispute.ts and refusals.ts list the known ones.
 */

const cardSchema = z.object({
  brand: z.string().nullish(),
  last4: z.string().nullish(),
  exp_month: z.number().int(),
  exp_year: z.number().int(),
  fingerprint: z.string().nullish(),
  country: z.string().nullish(),
  wallet: z.object({ type: z.string() }).nullish(),
});

export type CardAnswer = z.output<typeof cardSchema>;

const paymentMethodSchema = z.object({ id: z.string(), card: cardSchema.optional() });

export type PaymentMethodAnswer = z.output<typeof paymentMethodSchema>;

export const confirmationTokenSchema = z.object({
  payment_method_preview: z.object({ card: cardSchema.pick({ wallet: true }).nullish() }).nullish(),
});

export const customerSchema = z.object({ id: z.string() });

const balanceTransactionSchema = z.object({ fee: z.number().int(), currency: z.string() });

/** An id, or the object itself if the request expands it. */
const referenceSchema = z.union([z.string(), z.object({ id: z.string() })]).nullish();

const chargeSchema = z.object({
  payment_method: z.string().nullish(),
  payment_method_details: z
    .object({ card: cardSchema.extend({ capture_before: z.number().int().optional() }).optional() })
    .nullish(),
  balance_transaction: z.union([z.string(), balanceTransactionSchema]).nullish(),
  /** docs.stripe.com/api/charges/object: can be less than the amount that was charged. */
  amount_refunded: z.number().int().optional(),
});

export type ChargeAnswer = z.output<typeof chargeSchema>;

const errorSchema = z.object({
  code: z.string().nullish(),
  decline_code: z.string().nullish(),
  /** docs.stripe.com/api/errors#errors-payment_method: the card of the failed attempt, with its issuing country. */
  payment_method: paymentMethodSchema.nullish(),
});

export type ErrorAnswer = z.output<typeof errorSchema>;

export const paymentIntentSchema = z.object({
  id: z.string(),
  status: z.string(),
  amount: z.number().int(),
  amount_received: z.number().int(),
  currency: z.string(),
  client_secret: z.string().nullish(),
  cancellation_reason: z.string().nullish(),
  customer: referenceSchema,
  last_payment_error: errorSchema.nullish(),
  latest_charge: z.union([z.string(), chargeSchema]).nullish(),
  metadata: z.record(z.string(), z.string()),
});

export type PaymentIntentAnswer = z.output<typeof paymentIntentSchema>;

export const refundSchema = z.object({
  id: z.string(),
  status: z.string().nullable(),
  amount: z.number().int(),
  currency: z.string(),
  payment_intent: referenceSchema,
  metadata: z.record(z.string(), z.string()).nullish(),
});

export type RefundAnswer = z.output<typeof refundSchema>;

export const refundListSchema = z.object({ data: z.array(refundSchema) });

/** The charge identifies the payment if the object itself does not. */
const chargeReferenceSchema = z.union([z.string(), z.object({ id: z.string(), payment_intent: referenceSchema })]);

export const disputeSchema = z.object({
  id: z.string(),
  status: z.string(),
  amount: z.number().int(),
  currency: z.string(),
  reason: z.string(),
  created: z.number().int(),
  payment_intent: referenceSchema,
  charge: chargeReferenceSchema,
  balance_transactions: z.array(balanceTransactionSchema.extend({ amount: z.number().int() })),
  evidence_details: z.object({ due_by: z.number().int().nullable(), submission_count: z.number().int() }),
  payment_method_details: z.object({ card: z.object({ case_type: z.string() }).optional() }).nullish(),
});

export type DisputeAnswer = z.output<typeof disputeSchema>;

/** Answer to an upload. */
export const fileSchema = z.object({ id: z.string().startsWith('file_') });

export const fraudWarningSchema = z.object({
  id: z.string(),
  actionable: z.boolean(),
  payment_intent: referenceSchema,
  charge: chargeReferenceSchema,
});

/** The source of a balance line, expanded. Its fields depend on its type. */
const lineSourceSchema = z.object({
  id: z.string(),
  payment_intent: referenceSchema,
  arrival_date: z.number().int().optional(),
  statement_descriptor: z.string().nullish(),
});

export const balanceLineSchema = balanceTransactionSchema.extend({
  id: z.string(),
  amount: z.number().int(),
  net: z.number().int(),
  created: z.number().int(),
  type: z.string(),
  reporting_category: z.string(),
  balance_type: z.string(),
  source: z.union([z.string(), lineSourceSchema]).nullable(),
});

/** docs.stripe.com/api/payouts/object */
export const payoutSchema = z.object({
  id: z.string(),
  status: z.string(),
  amount: z.number().int(),
  currency: z.string(),
  arrival_date: z.number().int(),
  statement_descriptor: z.string().nullish(),
  reconciliation_status: z.string(),
});

export type PayoutAnswer = z.output<typeof payoutSchema>;

export type BalanceLineAnswer = z.output<typeof balanceLineSchema>;

export const balanceLineListSchema = z.object({ data: z.array(balanceLineSchema), has_more: z.boolean() });

export type FraudWarningAnswer = z.output<typeof fraudWarningSchema>;
