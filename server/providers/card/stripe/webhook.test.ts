import { createHmac } from 'node:crypto';
import Stripe from 'stripe';
import { describe, expect, test } from 'vitest';
import { createStripeWebhookVerifier } from './webhook.ts';

const SECRET = 'whsec_test_secret';
const SIGNED_AT = 1_614_265_330;
const stripe = new Stripe('sk_test_of_nobody');
const verify = createStripeWebhookVerifier(stripe, SECRET, () => new Date((SIGNED_AT + 60) * 1000));

function sign(body: unknown, secret = SECRET) {
  const rawBody = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  const mac = createHmac('sha256', secret).update(`${SIGNED_AT}.`).update(rawBody).digest('hex');
  return { rawBody, header: `t=${SIGNED_AT},v1=${mac}` };
}

function readHint(body: unknown) {
  const { rawBody, header } = sign(body);
  return verify(rawBody, { 'stripe-signature': header });
}

const buildEvent = (type: string, object: Record<string, unknown>) => ({ id: 'evt_1', type, data: { object } });

describe('the signature', () => {
  test('equals a known vector, which Stripe’s library accepts', () => {
    const { header } = sign('{"id":"evt_test"}');
    expect(header).toBe('t=1614265330,v1=00cd8805b6dfb4317048892c492f8ff769e2075ec20013c6ed546e639a4e20ba');
    expect(
      stripe.webhooks.constructEvent('{"id":"evt_test"}', header, SECRET, 300, undefined, SIGNED_AT * 1000),
    ).toEqual({ id: 'evt_test' });
  });

  test('is required and must match, with one of two secrets during a rotation', () => {
    const body = buildEvent('payment_intent.succeeded', { id: 'pi_1' });
    const { rawBody, header } = sign(body);
    const other = sign(body, 'whsec_other').header;
    expect(verify(rawBody, { 'stripe-signature': header })).not.toBeNull();
    expect(verify(rawBody, { 'stripe-signature': other })).toBeNull();
    expect(verify(rawBody, { 'stripe-signature': [header] })).toBeNull();
    expect(verify(rawBody, { 'stripe-signature': header.replace('v1', 'v0') })).toBeNull();
    expect(verify(rawBody, {})).toBeNull();
    // Two signatures are sent while a secret is being rotated.
    expect(verify(rawBody, { 'stripe-signature': `${other},${header.split(',')[1]}` })).not.toBeNull();
  });

  test('expires after 300 seconds', () => {
    const { rawBody, header } = sign(buildEvent('payment_intent.succeeded', { id: 'pi_1' }));
    const at = (age: number) => createStripeWebhookVerifier(stripe, SECRET, () => new Date((SIGNED_AT + age) * 1000));
    expect(at(300)(rawBody, { 'stripe-signature': header })).not.toBeNull();
    expect(at(301)(rawBody, { 'stripe-signature': header })).toBeNull();
  });

  test('does not make a malformed body acceptable', () => {
    expect(readHint('not json')).toBeNull();
    expect(readHint({ id: 'evt_1', type: 'payment_intent.succeeded' })).toBeNull();
  });
});

describe('the subject of an event', () => {
  test.each([
    ['payment_intent.succeeded', { id: 'pi_1' }, 'pi_1', 'payment_intent.succeeded'],
    ['charge.expired', { id: 'ch_1', payment_intent: 'pi_1' }, 'pi_1', 'payment.charge.expired'],
    ['charge.refunded', { id: 'ch_1', payment_intent: { id: 'pi_1' } }, 'pi_1', 'payment.charge.refunded'],
    ['refund.failed', { id: 're_1', payment_intent: 'pi_1' }, 're_1', 'refund.failed'],
    ['charge.refund.updated', { id: 're_1', payment_intent: 'pi_1' }, 're_1', 'refund.charge.refund.updated'],
    ['charge.dispute.created', { id: 'du_1', payment_intent: 'pi_1' }, 'du_1', 'dispute.charge.dispute.created'],
    ['charge.dispute.closed', { id: 'du_1', payment_intent: null }, 'du_1', 'dispute.charge.dispute.closed'],
    ['charge.dispute.funds_withdrawn', { id: 'du_1' }, 'du_1', 'dispute.charge.dispute.funds_withdrawn'],
    [
      'radar.early_fraud_warning.created',
      { id: 'issfr_1', payment_intent: 'pi_1' },
      'issfr_1',
      'warning.radar.early_fraud_warning.created',
    ],
    // Starts like a payment event but is not one.
    ['payment_method.attached', { id: 'pm_1' }, 'pm_1', 'ignored.payment_method.attached'],
    ['charge.succeeded', { id: 'ch_1', payment_intent: null }, 'ch_1', 'ignored.charge.succeeded'],
  ])('and its kind are found in %s with %o', (type, object, subjectId, kind) => {
    expect(readHint(buildEvent(type, object))).toEqual({ eventId: 'evt_1', subjectId, kind });
  });
});
