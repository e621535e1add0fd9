import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Script } from 'node:vm';
import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { waitFor } from '../../tools/patience/waitFor.testing.ts';
import { createSandboxClock, type SandboxClock } from '../world/clock.ts';
import { credentials } from '../world/credentials.ts';
import { createFaults } from '../world/faults.ts';
import type { StandIn } from '../world/standIn.ts';
import type { summarizeAccount } from './balance/summarizeAccount.ts';
import { HOLD_SECONDS } from './payments/paymentIntents.ts';
import { buildSignatureHeader } from './signature.ts';
import { startStripe } from './start.ts';

const { secretKey, publishableKey } = credentials.stripe;

describe('the Stripe stand-in, called by Stripe’s own client', () => {
  let dataDir: string;
  let clock: SandboxClock;
  let standIn: StandIn;
  let stripe: Stripe;

  async function start(): Promise<void> {
    standIn = await startStripe({ dataDir, clock, faults: createFaults(), productUrl: 'http://127.0.0.1:1' }, 0);
    const { hostname, port } = new URL(standIn.url);
    stripe = new Stripe(secretKey, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false });
  }

  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'stripe-'));
    clock = createSandboxClock();
    await start();
  });
  afterEach(async () => {
    await standIn.stop();
    await rm(dataDir, { recursive: true });
  });

  const books = () => standIn.books() as ReturnType<typeof summarizeAccount>;

  async function createToken(card: string): Promise<string> {
    const token = await stripe.testHelpers.confirmationTokens.create({ payment_method: card });
    return token.id;
  }

  async function hold(card = 'pm_card_visa', more: Partial<Stripe.PaymentIntentCreateParams> = {}, key?: string) {
    const confirmation_token = await createToken(card);
    return stripe.paymentIntents.create(
      {
        amount: 10_000,
        currency: 'eur',
        confirm: true,
        capture_method: 'manual',
        allowed_payment_method_types: ['card'],
        confirmation_token,
        return_url: 'https://shop.example/back?order=1',
        ...more,
      },
      key === undefined ? {} : { idempotencyKey: key },
    );
  }

  async function act(path: string, form: Record<string, string> = {}, headers: Record<string, string> = {}) {
    return fetch(`${standIn.url}/dashboard/${path}`, {
      method: 'POST',
      headers: { accept: 'application/json', ...headers },
      body: new URLSearchParams(form),
      redirect: 'manual',
    });
  }

  async function listEventTypes(): Promise<string[]> {
    const events = await stripe.events.list({ limit: 100 });
    return events.data.map((event) => event.type).toReversed();
  }

  test('signs events as Stripe does', () => {
    expect(buildSignatureHeader('{"id":"evt_test"}', 'whsec_test_secret', 1_614_265_330)).toBe(
      't=1614265330,v1=00cd8805b6dfb4317048892c492f8ff769e2075ec20013c6ed546e639a4e20ba',
    );
  });

  test('keeps its records and responses over a restart, and refuses a used key with other parameters', async () => {
    const order = { amount: 900, currency: 'eur', metadata: { orderNo: 'A-1' } };
    const first = await stripe.paymentIntents.create(order, { idempotencyKey: 'once' });
    const before = books();
    await standIn.stop();
    await start();
    expect(books()).toEqual(before);
    const again = await stripe.paymentIntents.create(order, { idempotencyKey: 'once' });
    expect(again.id).toBe(first.id);
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
    await expect(
      stripe.paymentIntents.create({ ...order, amount: 901 }, { idempotencyKey: 'once' }),
    ).rejects.toMatchObject({ rawType: 'idempotency_error', statusCode: 400 });
    expect(books().payments).toHaveLength(1);
  });

  test('ignores a stored response whose record was lost in a crash', async () => {
    const line = { key: 'lost', request: 'anything', status: 200, body: '{"id":"pi_of_nothing"}' };
    await standIn.stop();
    await appendFile(join(dataDir, 'stripe-answers.jsonl'), `${JSON.stringify(line)}\n{"key":"torn`);
    await start();
    const order = { amount: 900, currency: 'eur' };
    const made = await stripe.paymentIntents.create(order, { idempotencyKey: 'lost' });
    await standIn.stop();
    await start();
    expect((await stripe.paymentIntents.create(order, { idempotencyKey: 'lost' })).id).toBe(made.id);
    expect(books().payments).toHaveLength(1);
  });

  test('lists an event for each step of a payment', async () => {
    const intent = await hold();
    await stripe.paymentIntents.capture(intent.id);
    await stripe.refunds.create({ payment_intent: intent.id });
    expect(await listEventTypes()).toEqual([
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.amount_capturable_updated',
      'charge.captured',
      'payment_intent.succeeded',
      'refund.created',
      'charge.refunded',
    ]);
  });

  test('a decline contains the payment and the issuer’s code, and the payment can be retried', async () => {
    const error = await hold('pm_card_visa_chargeDeclinedInsufficientFunds').catch((refusal: unknown) => refusal);
    expect(error).toMatchObject({
      statusCode: 402,
      rawType: 'card_error',
      code: 'card_declined',
      decline_code: 'insufficient_funds',
      payment_intent: { status: 'requires_payment_method', last_payment_error: { code: 'card_declined' } },
    });
    const { id } = (error as InstanceType<typeof Stripe.errors.StripeCardError>).payment_intent ?? { id: '' };
    const again = await stripe.paymentIntents.confirm(id, { confirmation_token: await createToken('pm_card_visa') });
    expect(again.status).toBe('requires_capture');
  });

  test('a hold that is not captured expires', async () => {
    const { id } = await hold();
    clock.advance(HOLD_SECONDS + 1);
    await waitFor(() => expect(books().payments[0]?.status).toBe('canceled'));
    expect((await stripe.paymentIntents.retrieve(id)).cancellation_reason).toBe('automatic');
    expect((await listEventTypes()).slice(-2)).toEqual(['charge.expired', 'payment_intent.canceled']);
    expect((await listEventTypes()).filter((type) => type === 'charge.expired')).toHaveLength(1);
  });

  test('the test card that ends in 0259 is disputed after the capture; a lost dispute costs the money and the fee', async () => {
    const { id } = await hold('pm_card_createDispute');
    await stripe.paymentIntents.capture(id);
    clock.advance(60);
    await waitFor(() => expect(books().disputes).toHaveLength(1));
    await expect(stripe.refunds.create({ payment_intent: id })).rejects.toMatchObject({ code: 'charge_disputed' });
    await act(`disputes/${books().disputes[0]?.id}/lost`);
    expect(books().disputes[0]).toMatchObject({ payment: id, amount: 10_000, fee: 2_000, status: 'lost' });
    expect(books().balance).toEqual({ eur: -175 - 2_000 });
  });

  describe('disputes', () => {
    async function captureDisputed(card: string): Promise<string> {
      const { id } = await hold(card);
      await stripe.paymentIntents.capture(id);
      clock.advance(60);
      await waitFor(() => expect(books().disputes.length).toBeGreaterThan(0));
      return id;
    }
    const firstDisputeId = () => books().disputes[0]?.id ?? '';

    test('have the fields of Stripe’s own example', async () => {
      await captureDisputed('pm_card_createDispute');
      const example = JSON.parse(
        await readFile(new URL('../../server/providers/card/stripe/fixtures/resources.json', import.meta.url), 'utf8'),
      ) as { dispute: Record<string, Record<string, unknown>> };
      const shown = (await stripe.disputes.retrieve(firstDisputeId())) as unknown as typeof example.dispute;
      expect(Object.keys(shown)).toEqual(expect.arrayContaining(Object.keys(example.dispute)));
      for (const part of ['evidence', 'evidence_details', 'payment_method_details'])
        expect(Object.keys(shown[part] ?? {})).toEqual(
          expect.arrayContaining(Object.keys(example.dispute[part] ?? {})),
        );
    });

    test('return the money and the countering fee, but not the dispute fee, when they are won', async () => {
      await captureDisputed('pm_card_createDispute');
      const sent = await stripe.disputes.update(firstDisputeId(), {
        evidence: { uncategorized_text: 'winning_evidence' },
      });
      expect(sent).toMatchObject({ status: 'under_review', evidence_details: { submission_count: 1 } });
      expect(books().balance).toEqual({ eur: -175 - 2_000 - 2_000 });
      clock.advance(60);
      await waitFor(() => expect(books().disputes[0]?.status).toBe('won'));
      expect(books().balance).toEqual({ eur: 10_000 - 175 - 2_000 });
      expect((await stripe.disputes.retrieve(firstDisputeId())).balance_transactions).toHaveLength(2);
      expect((await listEventTypes()).slice(-2)).toEqual(['charge.dispute.funds_reinstated', 'charge.dispute.closed']);
      await expect(stripe.disputes.update(firstDisputeId(), { evidence: { receipt: 'x' } })).rejects.toThrow(
        /already closed/,
      );
    });

    test('are lost at their deadline if no evidence is submitted', async () => {
      await captureDisputed('pm_card_createDisputeProductNotReceived');
      expect(await stripe.disputes.retrieve(firstDisputeId())).toMatchObject({ reason: 'product_not_received' });
      clock.advance(8 * 86_400);
      await waitFor(() => expect(books().disputes[0]?.status).toBe('lost'));
    });

    test('still need a response while evidence is only staged', async () => {
      await captureDisputed('pm_card_createDispute');
      const staged = await stripe.disputes.update(firstDisputeId(), {
        evidence: { customer_name: 'Anna' },
        submit: false,
      });
      expect(staged).toMatchObject({
        status: 'needs_response',
        evidence_details: { has_evidence: true, submission_count: 0 },
      });
    });

    test('accept evidence files by their content, once per idempotency key, and refuse unknown files', async () => {
      await captureDisputed('pm_card_createDispute');
      const data = Buffer.from('%PDF-1.7 delivered');
      const upload = () =>
        stripe.files.create(
          { purpose: 'dispute_evidence', file: { data, name: 'delivery.pdf', type: 'application/pdf' } },
          { idempotencyKey: 'upload' },
        );
      const file = await upload();
      const example = JSON.parse(
        await readFile(new URL('../../server/providers/card/stripe/fixtures/resources.json', import.meta.url), 'utf8'),
      ) as { file: object };
      expect(Object.keys(file)).toEqual(expect.arrayContaining(Object.keys(example.file)));
      expect(file).toMatchObject({ object: 'file', purpose: 'dispute_evidence', type: 'pdf', size: data.length });
      expect((await upload()).id).toBe(file.id);
      expect(await stripe.files.retrieve(file.id)).toMatchObject({ id: file.id, filename: 'delivery.pdf' });
      await expect(
        stripe.files.create({
          purpose: 'dispute_evidence',
          file: { data: Buffer.from('GIF89a'), name: 'a.pdf', type: 'application/pdf' },
        }),
      ).rejects.toMatchObject({ param: 'file' });
      await expect(
        stripe.disputes.update(firstDisputeId(), { evidence: { receipt: 'file_none' } }),
      ).rejects.toMatchObject({
        code: 'resource_missing',
        param: 'evidence[receipt]',
      });
      await expect(
        stripe.disputes.update(firstDisputeId(), { evidence: { uncategorized_text: 'x'.repeat(20_001) } }),
      ).rejects.toMatchObject({ type: 'StripeInvalidRequestError' });
      await stripe.disputes.update(firstDisputeId(), { evidence: { service_documentation: file.id }, submit: true });
      expect(books().disputes[0]).toMatchObject({ submissions: 1, evidence: { service_documentation: file.id } });
    });

    test('inquiries take no money and allow refunds until they become disputes', async () => {
      const id = await captureDisputed('pm_card_createDisputeInquiry');
      expect(books().balance).toEqual({ eur: 10_000 - 175 });
      await stripe.refunds.create({ payment_intent: id, amount: 1_000 });
      await stripe.disputes.update(firstDisputeId(), { evidence: { uncategorized_text: 'escalate_inquiry_evidence' } });
      clock.advance(60);
      await waitFor(() => expect(books().disputes[0]?.status).toBe('needs_response'));
      await expect(stripe.refunds.create({ payment_intent: id })).rejects.toMatchObject({ code: 'charge_disputed' });
    });

    test('make a pending refund of their payment fail', async () => {
      const { id } = await hold('pm_card_pendingRefund');
      await stripe.paymentIntents.capture(id);
      const refund = await stripe.refunds.create({ payment_intent: id, amount: 1_000 });
      expect(refund.status).toBe('pending');
      await act(`payments/${id}/dispute`);
      expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({
        status: 'failed',
        failure_reason: 'charge_for_pending_refund_disputed',
      });
    });

    test('occur twice, for half the amount each, with the test card 4000004040000079', async () => {
      await captureDisputed('pm_card_createMultipleDisputes');
      expect(books().disputes.map(({ amount }) => amount)).toEqual([5_000, 5_000]);
    });
  });

  test('the test card that ends in 5423 causes an early fraud warning', async () => {
    const { id } = await hold('pm_card_createIssuerFraudRecord');
    await stripe.paymentIntents.capture(id);
    clock.advance(60);
    await waitFor(async () => expect(await listEventTypes()).toContain('radar.early_fraud_warning.created'));
  });

  test('an account can settle in another currency', async () => {
    await act('settlement', { currency: 'eur' });
    const intent = await hold('pm_card_visa', { amount: 16_350, currency: 'jpy' });
    const captured = await stripe.paymentIntents.capture(intent.id, { expand: ['latest_charge.balance_transaction'] });
    expect(captured.latest_charge).toMatchObject({
      balance_transaction: { currency: 'eur', amount: 10_000, exchange_rate: 0.006116 },
    });
  });

  test('checks amounts by the rules of each currency', async () => {
    const create = (amount: number, currency: string) => stripe.paymentIntents.create({ amount, currency });
    await expect(create(5_121, 'kwd')).rejects.toThrow(/divisible by 10/);
    await expect(create(550, 'isk')).rejects.toMatchObject({ code: 'invalid_charge_amount_no_decimal_compatible' });
    await expect(create(49, 'eur')).rejects.toMatchObject({ code: 'amount_too_small' });
    expect((await create(5_120, 'kwd')).amount).toBe(5_120);
  });

  test('refuses requests that Stripe refuses', async () => {
    const raw = (path: string, key: string, body: string) =>
      fetch(standIn.url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/x-www-form-urlencoded' },
        body,
      });
    expect((await raw('/v1/payment_intents', 'sk_test_other', 'amount=100&currency=eur')).status).toBe(401);
    expect((await raw('/v1/payment_intents', publishableKey, 'amount=100&currency=eur')).status).toBe(401);
    const unknown = await raw('/v1/payment_intents', secretKey, 'amount=100&currency=eur&colour=red');
    expect(await unknown.json()).toMatchObject({ error: { code: 'parameter_unknown', param: 'colour' } });
    const missing = await raw('/v1/payment_intents', secretKey, 'currency=eur');
    expect(await missing.json()).toMatchObject({ error: { code: 'parameter_missing', param: 'amount' } });
    expect(books().payments).toHaveLength(0);
  });

  describe('3-D Secure', () => {
    const submitChallenge = (path: string, outcome: string) =>
      fetch(standIn.url + path, { method: 'POST', body: new URLSearchParams({ outcome }), redirect: 'manual' });

    const getPageUrl = ({ next_action }: Stripe.PaymentIntent): string =>
      new URL((next_action?.use_stripe_sdk ?? { stripe_js: standIn.url }).stripe_js as string).pathname;

    test('returns the buyer to the shop if the shop does not use Stripe.js', async () => {
      const intent = await hold('pm_card_threeDSecure2Required');
      const url = new URL(intent.next_action?.redirect_to_url?.url ?? '');
      expect(await (await fetch(url)).text()).toContain('100.00 EUR');
      const back = new URL((await submitChallenge(url.pathname, 'complete')).headers.get('location') ?? '');
      expect(back.origin + back.pathname).toBe('https://shop.example/back');
      expect(Object.fromEntries(back.searchParams)).toMatchObject({ order: '1', redirect_status: 'succeeded' });
      expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_capture');
    });

    test('has no effect on a cancelled payment', async () => {
      const intent = await hold('pm_card_threeDSecure2Required', { use_stripe_sdk: true });
      const page = getPageUrl(intent);
      await stripe.paymentIntents.cancel(intent.id);
      await submitChallenge(page, 'complete');
      expect((await stripe.paymentIntents.retrieve(intent.id)).status).toBe('canceled');
    });

    test('does not prevent a later decline of the card', async () => {
      const intent = await hold('pm_card_threeDSecureRequiredChargeDeclined', { use_stripe_sdk: true });
      const page = getPageUrl(intent);
      await submitChallenge(page, 'complete');
      const after = await stripe.paymentIntents.retrieve(intent.id);
      expect(after).toMatchObject({ status: 'requires_payment_method', last_payment_error: { code: 'card_declined' } });
    });
  });

  describe('the calls of a browser', () => {
    const tokenForm = (number: string, more: Record<string, string> = {}) =>
      new URLSearchParams({
        key: publishableKey,
        'payment_method_data[type]': 'card',
        'payment_method_data[card][number]': number,
        'payment_method_data[card][exp_month]': '12',
        'payment_method_data[card][exp_year]': '39',
        'payment_method_data[card][cvc]': '123',
        ...more,
      });
    const makeToken = async (form: URLSearchParams) => {
      const made = await fetch(`${standIn.url}/v1/confirmation_tokens`, { method: 'POST', body: form });
      return (await made.json()) as { id?: string; error?: { code?: string } };
    };

    test('create a token for a card, whose number is not stored', async () => {
      const { id = '' } = await makeToken(tokenForm('5555555555554444'));
      const token = await stripe.confirmationTokens.retrieve(id);
      expect(token.payment_method_preview?.card).toMatchObject({ brand: 'mastercard', last4: '4444', exp_year: 2039 });
      expect(JSON.stringify(token)).not.toContain('5555555555554444');
    });

    test.each([
      ['incorrect_number', '4242424242424241', {}],
      ['incorrect_number', '4242', {}],
      ['invalid_expiry_year', '4242424242424242', { 'payment_method_data[card][exp_year]': '20' }],
      ['invalid_expiry_month', '4242424242424242', { 'payment_method_data[card][exp_month]': '13' }],
      ['invalid_cvc', '4242424242424242', { 'payment_method_data[card][cvc]': '1' }],
    ])('%s: %s %o', async (code, number, more) => {
      expect((await makeToken(tokenForm(number, more))).error?.code).toBe(code);
    });

    const walletForm = (wallet: string, card: string) =>
      new URLSearchParams({
        key: publishableKey,
        'payment_method_data[type]': 'card',
        'payment_method_data[card][wallet]': wallet,
        'payment_method_data[card][test_card]': card,
        'payment_method_data[billing_details][name]': 'Anna Weber',
        'payment_method_data[billing_details][address][country]': 'DE',
      });

    test.each(['apple_pay', 'google_pay'])('create a token for a card from %s', async (wallet) => {
      const { id = '' } = await makeToken(walletForm(wallet, 'visa'));
      const { payment_method_preview: preview } = await stripe.confirmationTokens.retrieve(id);
      expect(preview).toMatchObject({
        type: 'card',
        card: { brand: 'visa', last4: '4242', wallet: { type: wallet } },
        billing_details: { name: 'Anna Weber', address: { country: 'DE' } },
      });
    });

    test.each([
      ['an unknown wallet', 'no_such_pay', 'visa'],
      ['an unknown test card', 'google_pay', 'toString'],
    ])('refuse %s', async (_name, wallet, card) => {
      expect(await makeToken(walletForm(wallet, card))).toMatchObject({ error: { type: 'invalid_request_error' } });
    });

    test('load Stripe.js as one script', async () => {
      const script = await fetch(`${standIn.url}/v3/stripe.js`);
      expect(script.headers.get('content-type')).toMatch(/javascript/);
      const source = await script.text();
      // Throws for syntax that a script does not allow, and for a name declared in two modules.
      expect(new Script(source)).toBeInstanceOf(Script);
      expect(source).not.toMatch(/^(?:import|export) /m);
      expect(source).toContain('window.Stripe = Stripe;');
    });

    test('show a wallet’s sheet with the amount, only in the page that requested it', async () => {
      const query = { wallet: 'google_pay', amount: '12345', currency: 'jpy', origin: 'https://shop.example' };
      const sheet = await fetch(`${standIn.url}/elements/wallet?${new URLSearchParams(query)}`);
      expect(sheet.headers.get('content-security-policy')).toContain('frame-ancestors https://shop.example');
      expect(await sheet.text()).toContain('12345 JPY');
      const hostile = { ...query, wallet: '"><script>' };
      expect((await fetch(`${standIn.url}/elements/wallet?${new URLSearchParams(hostile)}`)).status).toBe(400);
    });

    test('show a payment only for its client secret, without the shop’s data', async () => {
      const intent = await hold();
      const read = (secret: string) => {
        const url = new URL(`/v1/payment_intents/${intent.id}`, standIn.url);
        url.search = new URLSearchParams({ key: publishableKey, client_secret: secret }).toString();
        return fetch(url, { headers: { origin: 'https://shop.example' } });
      };
      const response = await read(intent.client_secret ?? '');
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      const shown = (await response.json()) as Record<string, unknown>;
      expect(shown.status).toBe('requires_capture');
      expect(shown).not.toHaveProperty('metadata');
      expect((await read(`${intent.id}_secret_guessed`)).status).toBe(400);
    });

    test('show the card fields only in the page that requested them', async () => {
      const frame = await fetch(`${standIn.url}/elements/card?origin=${encodeURIComponent('https://shop.example')}`);
      expect(frame.headers.get('content-security-policy')).toContain('frame-ancestors https://shop.example');
      const framedAnywhere = await fetch(`${standIn.url}/elements/card?origin=*`);
      expect(framedAnywhere.headers.get('content-security-policy')).toContain("frame-ancestors 'self'");
    });
  });

  describe('the dashboard', () => {
    test('captures and refunds parts of a payment, and expires a hold', async () => {
      const first = await hold();
      await act(`payments/${first.id}/capture`, { amount: '40.50' });
      await act(`payments/${first.id}/refund`, { amount: '0.50' });
      const second = await hold();
      await act(`payments/${second.id}/lapse`);
      expect(books().payments).toMatchObject([
        { captured: 4_050, refunded: 50, status: 'succeeded' },
        { captured: 0, status: 'canceled' },
      ]);
    });

    test('shows an error on its page, and answers a program with status 400', async () => {
      const { id } = await hold();
      const refused = await act(`payments/${id}/refund`, {}, { accept: 'text/html' });
      const page = await fetch(new URL(refused.headers.get('location') ?? '', standIn.url));
      expect(await page.text()).toMatch(/role="alert">This PaymentIntent .* does not have a successful charge/);
      expect((await act(`payments/${id}/capture`, { amount: '1.234' })).status).toBe(400);
    });

    test('refuses requests of other sites and escapes text', async () => {
      const { id } = await hold('pm_card_visa', { metadata: { orderNo: '<script>alert(1)</script>' } });
      expect((await act(`payments/${id}/capture`, {}, { origin: 'https://evil.example' })).status).toBe(403);
      expect(books().payments[0]?.captured).toBe(0);
      expect(await (await fetch(`${standIn.url}/dashboard`)).text()).not.toContain('<script');
    });
  });
});
