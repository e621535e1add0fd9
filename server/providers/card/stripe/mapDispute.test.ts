import { readFile } from 'node:fs/promises';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import type Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { disputeSchema, fraudWarningSchema, refundSchema } from './answers.ts';
import { toCardRefund } from './map.ts';
import { toCardDispute, toFraudWarning, toStripeEvidence } from './mapDispute.ts';

/** Stripe's published examples (server/providers/card/stripe/fixtures/README.md). */
const resources = JSON.parse(await readFile(new URL('./fixtures/resources.json', import.meta.url), 'utf8')) as Readonly<
  Record<string, Record<string, unknown>>
>;
const USD = fiatAsset('USD');

const buildLine = (amount: number, fee: number, currency = 'usd') => ({
  ...resources['balance_transaction'],
  amount,
  fee,
  currency,
  reporting_category: amount < 0 ? 'dispute' : 'dispute_reversal',
  type: 'adjustment',
});

/** Returns the dispute that is read from Stripe's example with changes. */
function readDispute(change: Partial<Stripe.Dispute>) {
  return toCardDispute(disputeSchema.parse({ ...resources['dispute'], payment_intent: 'pi_1', ...change }));
}

const withdrawn = { balance_transactions: [buildLine(-1_000, 1_500)] } as unknown as Partial<Stripe.Dispute>;
const reinstated = {
  balance_transactions: [buildLine(-1_000, 1_500), buildLine(1_000, 0)],
} as unknown as Partial<Stripe.Dispute>;

describe('reads Stripe’s own examples', () => {
  test('of an inquiry that needs a response', () => {
    expect(readDispute({})).toEqual({
      disputeId: 'dp_1Pgc71B7WZ01zgkWMevJiAUx',
      paymentId: 'pi_1',
      status: 'warned',
      amount: { asset: USD, units: 1_000n },
      withdrawn: { asset: USD, units: 0n },
      reason: 'general',
      openedAt: new Date(1_234_567_890_000),
      answerBefore: new Date(1_723_679_999_000),
      isAnswered: false,
      answerNeedsConsent: false,
    });
  });

  test('of a fraud warning, with or without its payment', () => {
    const warning = resources['radar.early_fraud_warning'];
    expect(toFraudWarning(fraudWarningSchema.parse(warning))).toMatchObject({ paymentId: '', actionable: true });
    const charge = { id: 'ch_1234', payment_intent: 'pi_1' };
    expect(toFraudWarning(fraudWarningSchema.parse({ ...warning, charge }))).toEqual({
      warningId: 'issfr_1Pgc79B7WZ01zgkWxwDzEIPX',
      paymentId: 'pi_1',
      actionable: true,
    });
  });

  test('of a refund of a charge without a payment', () => {
    expect(toCardRefund(refundSchema.parse(resources['refund']))).toEqual({
      refundId: 're_1Pgc72B7WZ01zgkWqPvrRrPE',
      paymentId: '',
      reference: '',
      orderNo: '',
      amount: { asset: USD, units: 100n },
      status: 'settled',
    });
  });
});

describe('a dispute', () => {
  /** Every status of the API (docs.stripe.com/api/disputes/object#dispute_object-status) while the money is withdrawn. */
  const statuses: readonly (readonly [Stripe.Dispute.Status, string])[] = [
    ['warning_needs_response', 'warned'],
    ['warning_under_review', 'warned'],
    ['warning_closed', 'won'],
    ['needs_response', 'open'],
    ['under_review', 'open'],
    ['appeal_needs_response', 'open'],
    ['appeal_under_review', 'open'],
    ['won', 'open'],
    ['lost', 'lost'],
    ['prevented', 'lost'],
  ];

  test.each(statuses)('with status %s and withdrawn money is %s', (status, mapped) => {
    expect(readDispute({ status, ...withdrawn })?.status).toBe(mapped);
  });

  test.each(['won', 'prevented'] as const)('%s is won once the money is back, or if it was never taken', (status) => {
    expect(readDispute({ status, ...reinstated })).toMatchObject({ status: 'won', withdrawn: { units: 0n } });
    expect(readDispute({ status })?.status).toBe('won');
  });

  test.each(['partly_won', 'constructor', ''])('with status %o is unknown', (status) => {
    expect(readDispute({ status })).toBeUndefined();
  });

  test('has the amount that its balance lines withdrew, and a fee unless it was returned', () => {
    expect(readDispute({ status: 'needs_response', ...withdrawn })).toMatchObject({
      withdrawn: { units: 1_000n },
      fee: { asset: USD, units: 1_500n },
    });
    expect(readDispute({ status: 'won', ...reinstated })?.fee).toEqual({ asset: USD, units: 1_500n });
    // As in Mexico, where Stripe returns the fee.
    const withReturnedFee = [
      buildLine(-1_000, 1_500),
      buildLine(1_000, -1_500),
    ] as unknown as Stripe.BalanceTransaction[];
    expect(readDispute({ status: 'won', balance_transactions: withReturnedFee })?.fee).toEqual({
      asset: USD,
      units: 0n,
    });
  });

  test('with lines in another currency is withdrawn or returned in full', () => {
    const lines = (...amounts: number[]) =>
      amounts.map((amount) =>
        buildLine(amount, amount < 0 ? 1_400 : 0, 'eur'),
      ) as unknown as Stripe.BalanceTransaction[];
    expect(readDispute({ status: 'needs_response', balance_transactions: lines(-920) })).toMatchObject({
      withdrawn: { asset: USD, units: 1_000n },
      fee: { asset: fiatAsset('EUR'), units: 1_400n },
    });
    // Converted at the rate of the day on which it was reinstated.
    expect(readDispute({ status: 'won', balance_transactions: lines(-920, 911) })).toMatchObject({
      status: 'won',
      withdrawn: { units: 0n },
    });
  });

  test('accepts evidence until its deadline, and none without a deadline or if it needs no response', () => {
    const details = resources['dispute']?.['evidence_details'] as Stripe.Dispute.EvidenceDetails;
    const disputeWithDetails = (change: Partial<Stripe.Dispute.EvidenceDetails>) =>
      readDispute({ status: 'needs_response', evidence_details: { ...details, ...change } });
    expect(disputeWithDetails({})?.answerBefore).toEqual(new Date(1_723_679_999_000));
    expect(disputeWithDetails({ due_by: 0 })).not.toHaveProperty('answerBefore');
    expect(disputeWithDetails({ due_by: null })).not.toHaveProperty('answerBefore');
    expect(disputeWithDetails({ submission_count: 1 })?.isAnswered).toBe(true);
    for (const status of ['under_review', 'appeal_needs_response', 'lost'])
      expect(readDispute({ status })).not.toHaveProperty('answerBefore');
  });

  test('under the networks’ compliance rules can be answered only with the operator’s consent', () => {
    const details = resources['dispute']?.['payment_method_details'] as Stripe.Dispute.PaymentMethodDetails | undefined;
    const compliance = {
      type: 'card',
      card: { ...details?.card, case_type: 'compliance' },
    } as Stripe.Dispute.PaymentMethodDetails;
    expect(readDispute({ payment_method_details: compliance })?.answerNeedsConsent).toBe(true);
  });
});

test('writes evidence into Stripe’s fields and truncates it to their lengths', () => {
  const evidence: Stripe.DisputeUpdateParams.Evidence = toStripeEvidence({
    product: 'p',
    activity: 'a'.repeat(20_001),
    refusal: 'r',
    summary: 's',
    purchaseIpAddress: '203.0.113.7',
  });
  expect(evidence).toEqual({
    product_description: 'p',
    access_activity_log: 'a'.repeat(20_000),
    refund_refusal_explanation: 'r',
    uncategorized_text: 's',
    customer_purchase_ip: '203.0.113.7',
  });
  const known = Object.keys(resources['dispute']?.['evidence'] as object);
  expect(Object.keys(evidence).filter((field) => !known.includes(field))).toEqual([]);
});
