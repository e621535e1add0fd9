import { randomUUID } from 'node:crypto';
import { createAmount } from '@slipway/money/amount.ts';
import { fiatAsset } from '@slipway/money/iso4217.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { waitFor } from '../../../tools/patience/waitFor.testing.ts';
import type { WebhookHeaders } from '../webhook.ts';
import { type BalanceSubject, balanceConformance } from './balanceConformance.testing.ts';
import type { AuthorizeRequest, CardAcquirer, CardPayment, Wallet } from './cardPort.ts';

export type ConformanceCard =
  | 'pays'
  | 'declined'
  | 'insufficient_funds'
  | 'needs_authentication'
  | 'refund_settles_later'
  | 'refund_fails_later';

export type ConformanceFault = 'lose_answer_before' | 'lose_answer_after' | 'answer_500' | 'answer_429';

export type SignedWebhook = { readonly rawBody: Buffer; readonly headers: WebhookHeaders };

/** An acquirer together with the vendor or its sandbox. Every test gets a fresh one. */
export type CardSubject = BalanceSubject & {
  readonly acquirer: CardAcquirer;
  /**
   * Returns the token that the browser would create for such a card, in the acquirer's fields or with a wallet's button.
   */
  makeToken(card: ConformanceCard, wallet?: Wallet): Promise<string>;
  /** Answers 3-D Secure as the buyer. */
  authenticate(payment: CardPayment, passes: boolean): Promise<void>;
  /** Makes the next call of this kind fail. `lose_answer_after`: the vendor executes the call and its answer is lost. */
  inject(
    fault: ConformanceFault,
    call: 'authorize' | 'capture' | 'void' | 'refund' | 'getPayment' | 'uploadEvidenceFile' | 'submitEvidence',
  ): void;
  /**
   * Disputes a part of a payment as the cardholder's bank, or only inquires. Returns the dispute's id at the vendor.
   */
  dispute(paymentId: string, units: bigint, how?: { readonly inquiry?: boolean }): Promise<string>;
  /** Decides the dispute as the bank. `escalated` turns an inquiry into a dispute. */
  decide(disputeId: string, verdict: 'won' | 'lost' | 'escalated'): Promise<void>;
  /** Reports suspected fraud as the issuing bank. Returns the warning's id at the vendor. */
  warn(paymentId: string): Promise<string>;
  /** Refunds a part in the vendor's dashboard. Returns the refund's id at the vendor. */
  refundByHand(paymentId: string, units: bigint): Promise<string>;
  advanceClock(seconds: number): void;
  /** Returns how many payments the vendor created for the attempt, including declined ones. */
  countPayments(attemptId: string): number;
  /** Returns the captured and refunded totals as the vendor has them, in its minor units. */
  getTotals(paymentId: string): { readonly captured: number; readonly refunded: number };
  /** Returns the webhooks received so far. */
  webhooks(): readonly SignedWebhook[];
  /** Signs the same bytes again, with the given age in seconds or another secret. */
  signAgain(webhook: SignedWebhook, how: { ageSeconds?: number; wrongSecret?: boolean }): SignedWebhook;
  /** Returns an acquirer whose vendor answers every payment query with an unknown status. */
  createAcquirerWithUnknownStatus(): Promise<CardAcquirer>;
  /** Returns an acquirer whose vendor cannot be reached. */
  createUnreachableAcquirer(): CardAcquirer;
  stop(): Promise<void>;
};

const EUR = fiatAsset('EUR');
const eur = (units: bigint) => createAmount(EUR, units);
const DAY_SECONDS = 86_400;

/**
 * Registers the tests that every card acquirer must pass (docs/adding-a-vendor.md), with the wallets of its manifest.
 */
export function cardConformance(
  name: string,
  wallets: readonly Wallet[],
  makeSubject: () => Promise<CardSubject>,
): void {
  describe(`${name} as a card acquirer`, () => {
    let subject: CardSubject;
    let acquirer: CardAcquirer;

    beforeEach(async () => {
      subject = await makeSubject();
      acquirer = subject.acquirer;
    });
    afterEach(() => subject.stop());

    async function buildRequest(
      card: ConformanceCard,
      more: Partial<AuthorizeRequest> = {},
    ): Promise<AuthorizeRequest> {
      const attemptId = randomUUID();
      return {
        idempotencyKey: `${attemptId}:authorize`,
        orderNo: 'order-1',
        attemptId,
        amount: eur(10_000n),
        source: { kind: 'confirmation_token', token: await subject.makeToken(card) },
        saveCard: false,
        returnUrl: 'https://shop.example/payment-status?orderNo=order-1',
        ...more,
      };
    }

    async function authorizePayment(card: ConformanceCard = 'pays', more: Partial<AuthorizeRequest> = {}) {
      return requireOkValue(await acquirer.authorize(await buildRequest(card, more)));
    }

    async function capturePayment(card: ConformanceCard = 'pays', amount = eur(10_000n)): Promise<CardPayment> {
      const { paymentId } = await authorizePayment(card, { amount });
      return requireOkValue(await acquirer.capture({ idempotencyKey: `${paymentId}:capture`, paymentId, amount }));
    }

    const createRefund = (paymentId: string, units: bigint, idempotencyKey = `${paymentId}:refund`) =>
      acquirer.refund({
        idempotencyKey,
        paymentId,
        orderNo: 'order-1',
        reference: idempotencyKey,
        amount: eur(units),
      });

    balanceConformance(() => ({
      acquirer,
      subject,
      capturePayment,
      refund: async (paymentId, units) => requireOkValue(await createRefund(paymentId, units)).refundId,
    }));

    describe('a payment', () => {
      test('is authorized, and a query returns the same payment', async () => {
        const wanted = await buildRequest('pays');
        const payment = requireOkValue(await acquirer.authorize(wanted));
        expect(payment).toMatchObject({
          orderNo: wanted.orderNo,
          attemptId: wanted.attemptId,
          status: 'authorized',
          amount: eur(10_000n),
          capturedAmount: eur(0n),
          card: { last4: expect.stringMatching(/^\d{4}$/), brand: expect.any(String) },
        });
        expect(payment.captureBefore?.getTime()).toBeGreaterThan(Date.now() + DAY_SECONDS * 1000);
        expect(requireOkValue(await acquirer.getPayment(payment.paymentId))).toEqual(payment);
      });

      test('is captured, and returns the acquirer’s fee', async () => {
        const payment = await capturePayment();
        expect(payment).toMatchObject({ status: 'captured', capturedAmount: eur(10_000n) });
        const queriedPayment = requireOkValue(await acquirer.getPayment(payment.paymentId));
        expect(queriedPayment.acquirerFee?.asset).toEqual(EUR);
        expect(queriedPayment.acquirerFee?.units).toBeGreaterThan(0n);
      });

      test('is captured in part with that amount', async () => {
        const { paymentId } = await authorizePayment();
        const part = await acquirer.capture({ idempotencyKey: 'part', paymentId, amount: eur(4_000n) });
        expect(requireOkValue(part)).toMatchObject({
          status: 'captured',
          amount: eur(10_000n),
          capturedAmount: eur(4_000n),
        });
      });

      test('is released when voided', async () => {
        const { paymentId } = await authorizePayment();
        expect(requireOkValue(await acquirer.void({ idempotencyKey: 'void', paymentId })).status).toBe('voided');
        expect(requireOkValue(await acquirer.getPayment(paymentId)).status).toBe('voided');
      });

      test('is refunded in full', async () => {
        const { paymentId } = await capturePayment();
        const refund = requireOkValue(await createRefund(paymentId, 10_000n));
        expect(refund).toMatchObject({ paymentId, amount: eur(10_000n), status: 'settled', orderNo: 'order-1' });
        expect(requireOkValue(await acquirer.getRefund(refund.refundId))).toEqual(refund);
      });

      test('may have a refund that is pending first', async () => {
        const { paymentId } = await capturePayment('refund_settles_later');
        const { refundId, status } = requireOkValue(await createRefund(paymentId, 10_000n));
        expect(status).toBe('pending');
        subject.advanceClock(3_600);
        expect(requireOkValue(await acquirer.getRefund(refundId)).status).toBe('settled');
      });

      test('may have a refund that fails late', async () => {
        const { paymentId } = await capturePayment('refund_fails_later');
        const { refundId, status } = requireOkValue(await createRefund(paymentId, 10_000n));
        expect(status).toBe('settled');
        subject.advanceClock(3_600);
        expect(requireOkValue(await acquirer.getRefund(refundId)).status).toBe('failed');
      });

      test.each([
        ['JPY', 12_345n],
        ['KWD', 12_340n],
        ['USD', 12_345n],
      ])('keeps its exact amount in %s', async (code, units) => {
        const amount = createAmount(fiatAsset(code), units);
        const { paymentId, amount: authorizedAmount } = await authorizePayment('pays', { amount });
        expect(authorizedAmount).toEqual(amount);
        const capture = await acquirer.capture({ idempotencyKey: 'capture', paymentId, amount });
        expect(requireOkValue(capture).capturedAmount).toEqual(amount);
        const requested = { paymentId, orderNo: 'order-1', reference: 'refund' };
        const refund = await acquirer.refund({ ...requested, idempotencyKey: 'refund', amount });
        expect(requireOkValue(refund).amount).toEqual(amount);
      });

      test('in an unsupported currency is refused', async () => {
        const amount = createAmount({ id: 'eip155:1/slip44:60', code: 'ETH', decimals: 18 }, 10n ** 18n);
        expect(await acquirer.authorize(await buildRequest('pays', { amount }))).toMatchObject({
          kind: 'refused',
          reason: 'invalid_request',
        });
      });
    });

    describe('declines and 3-D Secure', () => {
      test.each(['declined', 'insufficient_funds'] as const)(
        'refuses a card with the reason %s, and creates no second payment if the call is repeated',
        async (card) => {
          const wanted = await buildRequest(card);
          expect(await acquirer.authorize(wanted)).toMatchObject({ kind: 'refused', reason: card });
          expect(await acquirer.authorize(wanted)).toMatchObject({ kind: 'refused', reason: card });
          expect(subject.countPayments(wanted.attemptId)).toBe(1);
        },
      );

      test('authorizes the payment when the buyer passes 3-D Secure', async () => {
        const payment = await authorizePayment('needs_authentication');
        expect(payment.status).toBe('requires_action');
        expect(payment.clientSecret).toMatch(/./);
        await subject.authenticate(payment, true);
        expect(requireOkValue(await acquirer.getPayment(payment.paymentId)).status).toBe('authorized');
      });

      test('declines the payment when the buyer fails 3-D Secure', async () => {
        const payment = await authorizePayment('needs_authentication');
        await subject.authenticate(payment, false);
        expect(requireOkValue(await acquirer.getPayment(payment.paymentId))).toMatchObject({
          status: 'declined',
          refusal: 'authentication_failed',
        });
      });

      test('voids a payment that waits for the buyer', async () => {
        const { paymentId } = await authorizePayment('needs_authentication');
        expect(requireOkValue(await acquirer.void({ idempotencyKey: 'void', paymentId })).status).toBe('voided');
      });
    });

    describe.each(wallets)('a card from %s', (wallet) => {
      const buildWalletRequest = async (card: ConformanceCard) => {
        const token = await subject.makeToken(card, wallet);
        return buildRequest('pays', { wallet, source: { kind: 'confirmation_token', token } });
      };

      test('is authorized, captured and refunded like any other, and reports its wallet', async () => {
        const payment = requireOkValue(await acquirer.authorize(await buildWalletRequest('pays')));
        expect(payment).toMatchObject({
          status: 'authorized',
          card: { wallet, last4: expect.stringMatching(/^\d{4}$/) },
        });
        expect(requireOkValue(await acquirer.getPayment(payment.paymentId))).toEqual(payment);
        const { paymentId } = payment;
        const capture = await acquirer.capture({ idempotencyKey: 'capture', paymentId, amount: eur(10_000n) });
        expect(requireOkValue(capture).status).toBe('captured');
        expect(requireOkValue(await createRefund(paymentId, 10_000n)).status).toBe('settled');
      });

      test('needs no further 3-D Secure', async () => {
        const { paymentId, status } = requireOkValue(
          await acquirer.authorize(await buildWalletRequest('needs_authentication')),
        );
        expect(status).toBe('authorized');
        expect(requireOkValue(await acquirer.void({ idempotencyKey: 'void', paymentId })).status).toBe('voided');
      });

      test('is declined with its reason', async () => {
        const outcome = await acquirer.authorize(await buildWalletRequest('insufficient_funds'));
        expect(outcome).toMatchObject({ kind: 'refused', reason: 'insufficient_funds' });
      });

      test('is required if the order was priced for this wallet', async () => {
        const others = [undefined, ...wallets.filter((other) => other !== wallet)];
        for (const other of others) {
          const token = await subject.makeToken('pays', other);
          const wanted = await buildRequest('pays', { wallet, source: { kind: 'confirmation_token', token } });
          expect(await acquirer.authorize(wanted)).toMatchObject({ kind: 'refused', reason: 'invalid_request' });
          expect(subject.countPayments(wanted.attemptId)).toBe(0);
        }
        const saved = { kind: 'saved_card', paymentMethodId: 'pm_1', customerId: 'cus_1' } as const;
        expect(await acquirer.authorize(await buildRequest('pays', { wallet, source: saved }))).toMatchObject({
          kind: 'refused',
          reason: 'invalid_request',
        });
      });

      test('is unavailable if the vendor cannot be reached, and charged once if repeated after a lost response', async () => {
        const wanted = await buildWalletRequest('pays');
        expect((await subject.createUnreachableAcquirer().authorize(wanted)).kind).toBe('unavailable');
        subject.inject('lose_answer_after', 'authorize');
        expect((await acquirer.authorize(wanted)).kind).toBe('unknown');
        expect(requireOkValue(await acquirer.authorize(wanted)).status).toBe('authorized');
        expect(subject.countPayments(wanted.attemptId)).toBe(1);
      });
    });

    describe('failures and repeated calls', () => {
      test('a repeated authorization returns the same payment', async () => {
        const wanted = await buildRequest('pays');
        const first = requireOkValue(await acquirer.authorize(wanted));
        expect(requireOkValue(await acquirer.authorize(wanted))).toEqual(first);
        expect(subject.countPayments(wanted.attemptId)).toBe(1);
      });

      test('concurrent authorizations make one payment', async () => {
        const wanted = await buildRequest('pays');
        const answers = await Promise.all(Array.from({ length: 8 }, () => acquirer.authorize(wanted)));
        expect(new Set(answers.map((answer) => requireOkValue(answer).paymentId)).size).toBe(1);
        expect(subject.countPayments(wanted.attemptId)).toBe(1);
      });

      test('an authorization with a used key and another amount has an unknown outcome, and does nothing', async () => {
        const wanted = await buildRequest('pays');
        const { paymentId } = requireOkValue(await acquirer.authorize(wanted));
        expect((await acquirer.authorize({ ...wanted, amount: eur(20_000n) })).kind).toBe('unknown');
        expect(subject.countPayments(wanted.attemptId)).toBe(1);
        expect(requireOkValue(await acquirer.getPayment(paymentId)).amount).toEqual(eur(10_000n));
      });

      test.each(['lose_answer_before', 'lose_answer_after', 'answer_500'] as const)(
        'an authorization with %s has an unknown outcome, and makes one payment when repeated',
        async (fault) => {
          const wanted = await buildRequest('pays');
          subject.inject(fault, 'authorize');
          expect((await acquirer.authorize(wanted)).kind).toBe('unknown');
          expect(requireOkValue(await acquirer.authorize(wanted)).status).toBe('authorized');
          expect(subject.countPayments(wanted.attemptId)).toBe(1);
        },
      );

      test.each(['lose_answer_before', 'lose_answer_after', 'answer_500'] as const)(
        'a capture and a refund with %s have an unknown outcome, and are executed once when repeated',
        async (fault) => {
          const { paymentId } = await authorizePayment();
          const capture = () => acquirer.capture({ idempotencyKey: 'capture', paymentId, amount: eur(10_000n) });
          subject.inject(fault, 'capture');
          expect((await capture()).kind).toBe('unknown');
          expect(requireOkValue(await capture()).status).toBe('captured');
          subject.inject(fault, 'refund');
          expect((await createRefund(paymentId, 4_000n)).kind).toBe('unknown');
          expect(requireOkValue(await createRefund(paymentId, 4_000n)).amount).toEqual(eur(4_000n));
          expect(subject.getTotals(paymentId)).toEqual({ captured: 10_000, refunded: 4_000 });
        },
      );

      test('a void with a lost response has an unknown outcome, and is executed when repeated', async () => {
        const { paymentId } = await authorizePayment();
        subject.inject('lose_answer_after', 'void');
        expect((await acquirer.void({ idempotencyKey: 'void', paymentId })).kind).toBe('unknown');
        expect(requireOkValue(await acquirer.void({ idempotencyKey: 'void', paymentId })).status).toBe('voided');
      });

      test('a repeated refund request makes one refund', async () => {
        const { paymentId } = await capturePayment();
        const first = requireOkValue(await createRefund(paymentId, 3_000n));
        expect(requireOkValue(await createRefund(paymentId, 3_000n))).toEqual(first);
        expect(subject.getTotals(paymentId).refunded).toBe(3_000);
      });

      test('balance lines are unavailable when the vendor cannot be reached', async () => {
        const answer = await subject.createUnreachableAcquirer().listBalanceLines({ since: new Date(0) });
        expect(answer.kind).toBe('unavailable');
      });

      test('a failed query is unavailable and can be repeated', async () => {
        const { paymentId } = await authorizePayment();
        subject.inject('answer_500', 'getPayment');
        expect((await acquirer.getPayment(paymentId)).kind).toBe('unavailable');
        subject.inject('lose_answer_after', 'getPayment');
        expect((await acquirer.getPayment(paymentId)).kind).toBe('unavailable');
        expect(requireOkValue(await acquirer.getPayment(paymentId)).status).toBe('authorized');
      });

      test('an authorization is unavailable when the vendor is busy or unreachable, and nothing happens', async () => {
        const wanted = await buildRequest('pays');
        subject.inject('answer_429', 'authorize');
        expect(await acquirer.authorize(wanted)).toMatchObject({
          kind: 'unavailable',
          retryAfterMs: expect.any(Number),
        });
        expect((await subject.createUnreachableAcquirer().authorize(wanted)).kind).toBe('unavailable');
        expect(subject.countPayments(wanted.attemptId)).toBe(0);
      });
    });

    describe('a refund is found', () => {
      test('by its reference among the payment’s refunds', async () => {
        const { paymentId } = await capturePayment();
        const first = requireOkValue(await createRefund(paymentId, 3_000n, 'first'));
        const second = requireOkValue(await createRefund(paymentId, 2_000n, 'second'));
        const find = (reference: string) => acquirer.findRefund({ paymentId, orderNo: 'order-1', reference });
        expect(requireOkValue(await find('first'))).toEqual(first);
        expect(requireOkValue(await find('second'))).toEqual(second);
        expect(first).toMatchObject({ reference: 'first', orderNo: 'order-1' });
        expect(await find('third')).toMatchObject({ kind: 'refused', reason: 'not_found' });
      });

      test('when its answer was lost', async () => {
        const { paymentId } = await capturePayment();
        subject.inject('lose_answer_after', 'refund');
        expect((await createRefund(paymentId, 4_000n, 'lost')).kind).toBe('unknown');
        const found = await acquirer.findRefund({ paymentId, orderNo: 'order-1', reference: 'lost' });
        expect(requireOkValue(found)).toMatchObject({ amount: eur(4_000n), reference: 'lost' });
      });

      test('only if the product requested it, not if it was made in the dashboard', async () => {
        const { paymentId } = await capturePayment();
        const refundId = await subject.refundByHand(paymentId, 4_000n);
        const refund = requireOkValue(await acquirer.getRefund(refundId));
        expect(refund).toMatchObject({ paymentId, reference: '', orderNo: '', amount: eur(4_000n), status: 'settled' });
        const found = await acquirer.findRefund({ paymentId, orderNo: 'order-1', reference: 'ours' });
        expect(found).toMatchObject({ kind: 'refused', reason: 'not_found' });
      });
    });

    describe('a dispute', () => {
      test('of a part withdraws that part and a fee, and has a deadline for evidence', async () => {
        const { paymentId } = await capturePayment();
        const disputeId = await subject.dispute(paymentId, 4_000n);
        const dispute = requireOkValue(await acquirer.getDispute(disputeId));
        expect(dispute).toMatchObject({
          disputeId,
          paymentId,
          status: 'open',
          amount: eur(4_000n),
          withdrawn: eur(4_000n),
          reason: expect.stringMatching(/./),
          isAnswered: false,
          answerNeedsConsent: false,
        });
        expect(dispute.fee?.units).toBeGreaterThan(0n);
        expect(dispute.answerBefore?.getTime()).toBeGreaterThan(dispute.openedAt.getTime());
      });

      test('returns the money when it is won and keeps it when it is lost', async () => {
        const [first, second] = [await capturePayment(), await capturePayment()];
        const [wonDisputeId, lostDisputeId] = [
          await subject.dispute(first.paymentId, 4_000n),
          await subject.dispute(second.paymentId, 4_000n),
        ];
        await subject.decide(wonDisputeId, 'won');
        await subject.decide(lostDisputeId, 'lost');
        expect(requireOkValue(await acquirer.getDispute(wonDisputeId))).toMatchObject({
          status: 'won',
          withdrawn: eur(0n),
        });
        expect(requireOkValue(await acquirer.getDispute(lostDisputeId))).toMatchObject({
          status: 'lost',
          withdrawn: eur(4_000n),
        });
        for (const id of [wonDisputeId, lostDisputeId])
          expect(requireOkValue(await acquirer.getDispute(id))).not.toHaveProperty('answerBefore');
      });

      test('is separate from another one of the same payment', async () => {
        const { paymentId } = await capturePayment();
        const ids = [await subject.dispute(paymentId, 4_000n), await subject.dispute(paymentId, 1_000n)];
        await subject.decide(ids[1] ?? '', 'lost');
        const [first, second] = await Promise.all(ids.map(async (id) => requireOkValue(await acquirer.getDispute(id))));
        expect(first).toMatchObject({ paymentId, status: 'open', withdrawn: eur(4_000n) });
        expect(second).toMatchObject({ paymentId, status: 'lost', withdrawn: eur(1_000n) });
      });

      test('as an inquiry withdraws nothing, and may be escalated', async () => {
        const { paymentId } = await capturePayment();
        const disputeId = await subject.dispute(paymentId, 10_000n, { inquiry: true });
        const dispute = requireOkValue(await acquirer.getDispute(disputeId));
        expect(dispute).toMatchObject({ status: 'warned', withdrawn: eur(0n) });
        expect(dispute).not.toHaveProperty('fee');
        requireOkValue(await createRefund(paymentId, 1_000n));
        await subject.decide(disputeId, 'escalated');
        expect(requireOkValue(await acquirer.getDispute(disputeId))).toMatchObject({
          status: 'open',
          withdrawn: eur(10_000n),
        });
        expect((await createRefund(paymentId, 1_000n, 'too-late')).kind).toBe('refused');
      });

      test('as an inquiry that is closed is won', async () => {
        const { paymentId } = await capturePayment();
        const disputeId = await subject.dispute(paymentId, 10_000n, { inquiry: true });
        await subject.decide(disputeId, 'won');
        expect(requireOkValue(await acquirer.getDispute(disputeId))).toMatchObject({
          status: 'won',
          withdrawn: eur(0n),
        });
      });

      const evidence = {
        customerName: 'Anna Weber',
        purchaseIpAddress: '203.0.113.7',
        product: '0.001 BTC',
        activity: '2026-11-21T10:00:00.000Z  Ordered.',
        refusal: 'It was delivered.',
        summary: 'x'.repeat(30_000),
      };

      test('accepts evidence once, even if it is submitted again', async () => {
        const { paymentId } = await capturePayment();
        const disputeId = await subject.dispute(paymentId, 4_000n);
        const answer = () => acquirer.submitEvidence({ idempotencyKey: 'answer', disputeId, evidence });
        subject.inject('lose_answer_after', 'submitEvidence');
        expect((await answer()).kind).toBe('unknown');
        expect(requireOkValue(await acquirer.getDispute(disputeId)).isAnswered).toBe(true);
        expect(requireOkValue(await answer())).toMatchObject({ disputeId, isAnswered: true, status: 'open' });
        expect(requireOkValue(await acquirer.getDispute(disputeId))).not.toHaveProperty('answerBefore');
      });

      test('accepts a valid file once per key and evidence with it, and refuses evidence with an unknown file', async () => {
        const { paymentId } = await capturePayment();
        const disputeId = await subject.dispute(paymentId, 4_000n);
        const bytes = Buffer.from('%PDF-1.7\n1 0 obj << /Type /Page >> endobj');
        const upload = (key: string, content: Uint8Array) =>
          acquirer.uploadEvidenceFile({
            idempotencyKey: key,
            name: 'delivery.pdf',
            type: 'application/pdf',
            bytes: content,
          });
        subject.inject('lose_answer_after', 'uploadEvidenceFile');
        expect((await upload('file', bytes)).kind).toBe('unknown');
        const { fileId } = requireOkValue(await upload('file', bytes));
        expect(requireOkValue(await upload('file', bytes))).toEqual({ fileId });
        expect(await upload('text', Buffer.from('no document at all'))).toMatchObject({ kind: 'refused' });
        const missing = { ...evidence, files: [{ kind: 'delivery', fileId: 'file_none' }] } as const;
        expect(
          await acquirer.submitEvidence({ idempotencyKey: 'missing', disputeId, evidence: missing }),
        ).toMatchObject({ kind: 'refused', reason: 'invalid_request' });
        const named = { ...evidence, files: [{ kind: 'delivery', fileId }] } as const;
        expect(
          requireOkValue(await acquirer.submitEvidence({ idempotencyKey: 'named', disputeId, evidence: named })),
        ).toMatchObject({ isAnswered: true });
      });

      test('refuses evidence with too many pages as too long, and remains unanswered', async () => {
        const { paymentId } = await capturePayment();
        const disputeId = await subject.dispute(paymentId, 4_000n);
        const pages = Buffer.from(`%PDF-1.7\n${'<< /Type /Page >>\n'.repeat(60)}`);
        const upload = { idempotencyKey: 'long', name: 'other.pdf', type: 'application/pdf', bytes: pages } as const;
        const { fileId } = requireOkValue(await acquirer.uploadEvidenceFile(upload));
        const long = { ...evidence, files: [{ kind: 'other', fileId }] } as const;
        expect(
          await acquirer.submitEvidence({ idempotencyKey: 'long-answer', disputeId, evidence: long }),
        ).toMatchObject({ kind: 'refused', reason: 'too_long' });
        expect(requireOkValue(await acquirer.getDispute(disputeId)).isAnswered).toBe(false);
      });

      test('refuses evidence once it is decided, or when it is unknown', async () => {
        const { paymentId } = await capturePayment();
        const disputeId = await subject.dispute(paymentId, 4_000n);
        await subject.decide(disputeId, 'lost');
        const late = await acquirer.submitEvidence({ idempotencyKey: 'late', disputeId, evidence });
        expect(late).toMatchObject({ kind: 'refused', reason: 'closed' });
        const none = await acquirer.submitEvidence({ idempotencyKey: 'none', disputeId: 'du_none', evidence });
        expect(none).toMatchObject({ kind: 'refused', reason: 'not_found' });
      });
    });

    test('a fraud warning names its payment, and is not actionable after a refund', async () => {
      const { paymentId } = await capturePayment();
      const warningId = await subject.warn(paymentId);
      expect(requireOkValue(await acquirer.getFraudWarning(warningId))).toEqual({
        warningId,
        paymentId,
        actionable: true,
      });
      requireOkValue(await createRefund(paymentId, 10_000n));
      expect(requireOkValue(await acquirer.getFraudWarning(warningId)).actionable).toBe(false);
    });

    describe('refuses', () => {
      test('to capture after voiding, to void after capturing, and to capture twice', async () => {
        const amount = eur(10_000n);
        const voided = await authorizePayment();
        await acquirer.void({ idempotencyKey: 'void-1', paymentId: voided.paymentId });
        const capturedPayment = await capturePayment();
        const capture = (paymentId: string) =>
          acquirer.capture({ idempotencyKey: `again-${paymentId}`, paymentId, amount });
        expect(await capture(voided.paymentId)).toMatchObject({ kind: 'refused', reason: 'already_voided' });
        expect(await acquirer.void({ idempotencyKey: 'void-2', paymentId: voided.paymentId })).toMatchObject({
          kind: 'refused',
          reason: 'already_voided',
        });
        expect(await capture(capturedPayment.paymentId)).toMatchObject({ kind: 'refused', reason: 'already_captured' });
        expect(await acquirer.void({ idempotencyKey: 'void-3', paymentId: capturedPayment.paymentId })).toMatchObject({
          kind: 'refused',
          reason: 'already_captured',
        });
      });

      test('to refund more than the remaining amount, or a payment that was not captured', async () => {
        const { paymentId } = await capturePayment();
        expect(await createRefund(paymentId, 10_001n, 'all-and-more')).toMatchObject({ reason: 'exceeds_captured' });
        requireOkValue(await createRefund(paymentId, 6_000n, 'first'));
        expect(await createRefund(paymentId, 4_001n, 'second')).toMatchObject({ reason: 'exceeds_captured' });
        requireOkValue(await createRefund(paymentId, 4_000n, 'third'));
        expect(await createRefund(paymentId, 1n, 'fourth')).toMatchObject({ reason: 'exceeds_captured' });
        const authorizedPayment = await authorizePayment();
        expect((await createRefund(authorizedPayment.paymentId, 100n)).kind).toBe('refused');
        expect(subject.getTotals(paymentId)).toEqual({ captured: 10_000, refunded: 10_000 });
      });

      test('to capture more than is authorized', async () => {
        const { paymentId } = await authorizePayment();
        const more = await acquirer.capture({ idempotencyKey: 'more', paymentId, amount: eur(10_001n) });
        expect(more.kind).toBe('refused');
        expect(subject.getTotals(paymentId).captured).toBe(0);
      });

      test('to use a confirmation token twice', async () => {
        const wanted = await buildRequest('pays');
        await acquirer.authorize(wanted);
        expect(await acquirer.authorize({ ...wanted, idempotencyKey: 'other' })).toMatchObject({ kind: 'refused' });
      });

      test('unknown ids as not found', async () => {
        const { paymentId } = await authorizePayment();
        const unknown = paymentId.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x'));
        expect(await acquirer.getPayment(unknown)).toMatchObject({ kind: 'refused', reason: 'not_found' });
        expect(await acquirer.getRefund(unknown)).toMatchObject({ kind: 'refused', reason: 'not_found' });
        expect(await acquirer.getDispute(unknown)).toMatchObject({ kind: 'refused', reason: 'not_found' });
        expect(await acquirer.getFraudWarning(unknown)).toMatchObject({ kind: 'refused', reason: 'not_found' });
        expect(await acquirer.forgetCard(unknown)).toMatchObject({ kind: 'refused', reason: 'not_found' });
      });

      test('neither a query nor a capture if the vendor returns an unknown status: both are pending', async () => {
        const { paymentId } = await authorizePayment();
        const acquirerWithUnknownStatus = await subject.createAcquirerWithUnknownStatus();
        expect(await acquirerWithUnknownStatus.getPayment(paymentId)).toEqual({ kind: 'pending' });
        expect(
          await acquirerWithUnknownStatus.capture({ idempotencyKey: 'c', paymentId, amount: eur(10_000n) }),
        ).toEqual({
          kind: 'pending',
        });
      });
    });

    test('an authorization expires on time, and can then not be captured', async () => {
      const { paymentId, captureBefore } = await authorizePayment();
      const secondsToExpiry = Math.ceil(((captureBefore?.getTime() ?? 0) - Date.now()) / 1000);
      subject.advanceClock(secondsToExpiry - 3_600);
      expect(requireOkValue(await acquirer.getPayment(paymentId)).status).toBe('authorized');
      subject.advanceClock(3_600 + 60);
      expect(requireOkValue(await acquirer.getPayment(paymentId))).toMatchObject({
        status: 'voided',
        refusal: 'authorization_expired',
        capturedAmount: eur(0n),
      });
      expect(await acquirer.capture({ idempotencyKey: 'late', paymentId, amount: eur(10_000n) })).toMatchObject({
        kind: 'refused',
        reason: 'authorization_expired',
      });
    });

    test('saves a card only on request, pays with it again, and forgets it', async () => {
      const buyer = { idempotencyKey: 'customer', buyerId: 'buyer-1', email: 'buyer@example.com' };
      const { customerId } = requireOkValue(await acquirer.createCustomer(buyer));
      expect(requireOkValue(await acquirer.createCustomer(buyer))).toEqual({ customerId });
      const source = async () => ({
        kind: 'confirmation_token' as const,
        token: await subject.makeToken('pays'),
        customerId,
      });
      const payAgain = async (paymentMethodId = '') =>
        acquirer.authorize(await buildRequest('pays', { source: { kind: 'saved_card', paymentMethodId, customerId } }));
      const unsaved = await authorizePayment('pays', { source: await source() });
      expect(await payAgain(unsaved.card?.paymentMethodId)).toMatchObject({ kind: 'refused' });

      const first = await authorizePayment('pays', { source: await source(), saveCard: true });
      expect(first.customerId).toBe(customerId);
      const { paymentMethodId } = first.card ?? {};
      expect(requireOkValue(await payAgain(paymentMethodId))).toMatchObject({
        status: 'authorized',
        card: { paymentMethodId },
      });

      expect(await acquirer.forgetCard(paymentMethodId ?? '')).toEqual({ kind: 'ok', value: undefined });
      expect(await acquirer.forgetCard(paymentMethodId ?? '')).toMatchObject({ kind: 'refused', reason: 'not_found' });
      expect(await payAgain(paymentMethodId)).toMatchObject({ kind: 'refused' });
    });

    describe('webhooks', () => {
      async function waitForWebhook(subjectId: string): Promise<SignedWebhook> {
        return waitFor(() => {
          const found = subject
            .webhooks()
            .find(({ rawBody, headers }) => acquirer.verifyWebhook(rawBody, headers)?.subjectId === subjectId);
          if (!found) throw new Error(`no webhook about ${subjectId} yet`);
          return found;
        });
      }

      test('report a payment and a refund', async () => {
        const { paymentId } = await capturePayment();
        const { refundId } = requireOkValue(await createRefund(paymentId, 10_000n));
        const payment = await waitForWebhook(paymentId);
        expect(acquirer.verifyWebhook(payment.rawBody, payment.headers)?.kind).toMatch(/^payment/);
        const refund = await waitForWebhook(refundId);
        expect(acquirer.verifyWebhook(refund.rawBody, refund.headers)?.kind).toMatch(/^refund/);
      });

      test('report a dispute and a fraud warning by their own ids', async () => {
        const { paymentId } = await capturePayment();
        const warningId = await subject.warn(paymentId);
        const disputeId = await subject.dispute(paymentId, 4_000n);
        for (const [id, kind] of [
          [warningId, /^warning/],
          [disputeId, /^dispute/],
        ] as const) {
          const { rawBody, headers } = await waitForWebhook(id);
          expect(acquirer.verifyWebhook(rawBody, headers)?.kind).toMatch(kind);
        }
      });

      test('are verified by the product’s clock', async () => {
        subject.advanceClock(DAY_SECONDS);
        const { paymentId } = await capturePayment();
        expect((await waitForWebhook(paymentId)).rawBody.toString()).toContain(paymentId);
      });

      test('are rejected when forged, altered, stale or unsigned', async () => {
        const { paymentId } = await authorizePayment();
        const good = await waitForWebhook(paymentId);
        const forged = subject.signAgain(good, { wrongSecret: true });
        const stale = subject.signAgain(good, { ageSeconds: 3_600 });
        const altered = Buffer.from(good.rawBody.toString().replace(paymentId, paymentId.toUpperCase()));
        expect(acquirer.verifyWebhook(forged.rawBody, forged.headers)).toBeNull();
        expect(acquirer.verifyWebhook(stale.rawBody, stale.headers)).toBeNull();
        expect(acquirer.verifyWebhook(altered, good.headers)).toBeNull();
        expect(acquirer.verifyWebhook(good.rawBody, {})).toBeNull();
      });

      test('have the same event id when delivered twice', async () => {
        const { paymentId } = await authorizePayment();
        const good = await waitForWebhook(paymentId);
        const again = subject.signAgain(good, { ageSeconds: 30 });
        const hint = acquirer.verifyWebhook(good.rawBody, good.headers);
        expect(hint?.eventId).toMatch(/./);
        expect(acquirer.verifyWebhook(again.rawBody, again.headers)).toEqual(hint);
      });
    });
  });
}

/** Returns the value of an ok outcome; fails the test on any other. */
function requireOkValue<Value>(outcome: { readonly kind: string; readonly value?: Value }): Value {
  expect(outcome).toMatchObject({ kind: 'ok' });
  return outcome.value as Value;
}
