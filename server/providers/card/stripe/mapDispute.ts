import { createAmount } from '@slipway/money/amount.ts';
import type Stripe from 'stripe';
import type { CardDispute, DisputeEvidence, EvidenceFileKind, FraudWarning } from '../cardPort.ts';
import type { DisputeAnswer, FraudWarningAnswer } from './answers.ts';
import { dropUndefined, getReferenceId } from './map.ts';
import { fromStripeAmount } from './stripeAmounts.ts';

/**
 * docs.stripe.com/api/disputes/object#dispute_object-status. A dispute that is `won` stays `open` until the money is
 * returned. A `prevented` dispute is `lost` while its money is withdrawn: some networks settle a dispute that way.
 */
const STATUSES: Readonly<Record<string, CardDispute['status'] | ((money: DisputeMoney) => CardDispute['status'])>> = {
  warning_needs_response: 'warned',
  warning_under_review: 'warned',
  warning_closed: 'won',
  needs_response: 'open',
  under_review: 'open',
  appeal_needs_response: 'open',
  appeal_under_review: 'open',
  won: ({ withdrawn, reinstated }) => (withdrawn === 0 || reinstated ? 'won' : 'open'),
  lost: 'lost',
  prevented: ({ withdrawn }) => (withdrawn === 0 ? 'won' : 'lost'),
};

/** Statuses in which evidence is accepted: an appeal does not accept the evidence fields of a dispute. */
const ANSWERABLE: ReadonlySet<string> = new Set(['warning_needs_response', 'needs_response']);

/**
 * Case type whose answer costs 500 USD, acknowledged by `evidence.enhanced_evidence.*.fee_acknowledged`
 * (docs.stripe.com/api/disputes/update).
 */
const PAID_ANSWER_CASE_TYPE = 'compliance';

/** In Stripe's minor units of the dispute's currency. */
type DisputeMoney = { readonly withdrawn: number; readonly reinstated: boolean };

/**
 * Returns what is currently withdrawn, by the "list of zero, one, or two balance transactions that show funds withdrawn
 * and reinstated" (docs.stripe.com/api/disputes/object). They are in the account's settlement currency: if it differs
 * from the dispute's, they show that money was withdrawn or reinstated, but not how much, since the rates of the two
 * days differ.
 */
function sumDisputeMoney({ amount, currency, balance_transactions: lines }: DisputeAnswer): DisputeMoney {
  const reinstated = lines.some((line) => line.amount > 0);
  if (lines.length === 0) return { withdrawn: 0, reinstated };
  if (lines.some((line) => line.currency !== currency)) return { withdrawn: reinstated ? 0 : amount, reinstated };
  return { withdrawn: Math.max(0, -sum(lines.map((line) => line.amount))), reinstated };
}

/** Returns the dispute, or undefined if a value of Stripe is in no table. */
export function toCardDispute(dispute: DisputeAnswer): CardDispute | undefined {
  const money = sumDisputeMoney(dispute);
  const mappedStatus = Object.hasOwn(STATUSES, dispute.status) ? STATUSES[dispute.status] : undefined;
  const amount = fromStripeAmount(dispute.amount, dispute.currency);
  const withdrawn = fromStripeAmount(money.withdrawn, dispute.currency);
  if (mappedStatus === undefined || !amount || !withdrawn) return undefined;
  const { due_by: dueBy, submission_count: submissions } = dispute.evidence_details;
  return dropUndefined({
    disputeId: dispute.id,
    paymentId: findPaymentId(dispute),
    status: typeof mappedStatus === 'string' ? mappedStatus : mappedStatus(money),
    amount,
    withdrawn,
    fee: sumDisputeFees(dispute),
    reason: dispute.reason,
    openedAt: new Date(dispute.created * 1000),
    // `due_by` is 0 if the bank accepts no answer.
    answerBefore: dueBy && ANSWERABLE.has(dispute.status) ? new Date(dueBy * 1000) : undefined,
    isAnswered: submissions > 0,
    answerNeedsConsent: dispute.payment_method_details?.card?.case_type === PAID_ANSWER_CASE_TYPE,
  });
}

/**
 * Returns the fees less those returned; undefined without lines, or if their currencies differ. The fee for receiving a
 * dispute is in the line that withdraws, and its return (only in Mexico) in the line that reinstates; the fee for
 * countering a dispute has a separate line (docs.stripe.com/disputes/how-disputes-work, fees).
 */
function sumDisputeFees({ balance_transactions: lines }: DisputeAnswer): CardDispute['fee'] {
  const [first] = lines;
  if (!first || lines.some(({ currency }) => currency !== first.currency)) return undefined;
  const fee = sum(lines.map((line) => line.fee));
  const charged = fromStripeAmount(Math.abs(fee), first.currency);
  return charged && createAmount(charged.asset, fee < 0 ? -charged.units : charged.units);
}

export function toFraudWarning(warning: FraudWarningAnswer): FraudWarning {
  return { warningId: warning.id, paymentId: findPaymentId(warning), actionable: warning.actionable };
}

function findPaymentId({ payment_intent: payment, charge }: Pick<DisputeAnswer, 'payment_intent' | 'charge'>): string {
  return getReferenceId(payment) || (typeof charge === 'string' ? '' : getReferenceId(charge.payment_intent));
}

/** "Has a maximum character count of 20,000", of each field (docs.stripe.com/api/disputes/update). */
const MAX_FIELD_LENGTH = 20_000;

/** "The combined character count of all fields is limited to 150,000" (docs.stripe.com/api/disputes/update). */
const MAX_TOTAL_LENGTH = 150_000;

/** Fields that take one file each (docs.stripe.com/api/disputes/evidence_object). */
const FILE_FIELDS = {
  communication: 'customer_communication',
  delivery: 'service_documentation',
  receipt: 'receipt',
  policy: 'refund_policy',
  other: 'uncategorized_file',
} as const satisfies Readonly<Record<EvidenceFileKind, keyof Stripe.DisputeUpdateParams.Evidence>>;

/** Returns the evidence in Stripe's fields (docs.stripe.com/api/disputes/evidence_object), each text cut at its limit. */
export function toStripeEvidence(evidence: DisputeEvidence): Stripe.DisputeUpdateParams.Evidence {
  const fields = {
    customer_name: evidence.customerName,
    customer_email_address: evidence.customerEmail,
    customer_purchase_ip: evidence.purchaseIpAddress,
    billing_address: evidence.billingAddress,
    product_description: evidence.product,
    service_date: evidence.deliveredOn,
    access_activity_log: evidence.activity,
    refund_refusal_explanation: evidence.refusal,
    uncategorized_text: evidence.summary,
  } satisfies { [Field in keyof Stripe.DisputeUpdateParams.Evidence]: string | undefined };
  const texts = Object.entries(fields).flatMap(([name, text]) =>
    text === undefined ? [] : [[name, text.slice(0, MAX_FIELD_LENGTH)] as const],
  );
  const files = (evidence.files ?? []).map(({ kind, fileId }) => [FILE_FIELDS[kind], fileId] as const);
  return Object.fromEntries([...texts, ...files]);
}

/** Returns true if all text fields together exceed Stripe's character limit. */
export function isTooLong(evidence: Stripe.DisputeUpdateParams.Evidence): boolean {
  const texts = Object.values(evidence).filter((value) => typeof value === 'string');
  return sum(texts.map(({ length }) => length)) > MAX_TOTAL_LENGTH;
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
