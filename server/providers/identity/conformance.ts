import { describe, expect, test } from 'vitest';
import { waitFor } from '../../../tools/patience/waitFor.testing.ts';
import type { WebhookHeaders } from '../webhook.ts';
import type { IdentityCheck, IdentityVerifier } from './identityPort.ts';

export type WebhookDelivery = { readonly body: Buffer; readonly headers: WebhookHeaders };

/** A verifier together with the other side, controlled by a test. */
export type IdentitySubject = {
  readonly verifier: IdentityVerifier;
  /** Opens the link as the buyer's browser. */
  openPage(url: string): Promise<void>;
  decide(email: string, verdict: 'accepted' | 'refused' | 'review' | 'retry'): Promise<void>;
  /** Makes the vendor answer with an undocumented status. */
  reportUnknownStatus(externalUserId: string): Promise<void>;
  /** Loses the next answer, `before` or `after` the call has taken effect. */
  loseNextAnswer(when: 'before' | 'after'): void;
  /** Makes the next call fail with the vendor's own error. */
  failNextCall(): void;
  deliverWebhooksTwice(): void;
  /** Returns the webhooks received so far, in order. */
  deliveries(): readonly WebhookDelivery[];
};

let buyerCount = 0;

function createNewBuyer() {
  buyerCount += 1;
  return {
    externalUserId: `buyer-${buyerCount}-${Math.random().toString(36).slice(2)}`,
    email: `buyer${buyerCount}@mail.example`,
    redirectUrl: 'http://shop.example/verify-wait?orderNo=1',
    locale: 'en-US',
  };
}

/** Registers the tests that every identity verifier must pass. Runs against its sandbox. */
export function identityConformance(name: string, stage: () => IdentitySubject): void {
  type Newcomer = ReturnType<typeof createNewBuyer>;

  async function open(buyer: Newcomer): Promise<string> {
    const outcome = await stage().verifier.openCheck(buyer);
    if (outcome.kind !== 'ok') throw new Error(`openCheck: ${outcome.kind}`);
    return outcome.value.url;
  }

  async function check({ externalUserId }: Newcomer): Promise<IdentityCheck> {
    const outcome = await stage().verifier.getCheck(externalUserId);
    if (outcome.kind !== 'ok') throw new Error(`getCheck: ${outcome.kind}`);
    return outcome.value;
  }

  async function opened(): Promise<Newcomer> {
    const buyer = createNewBuyer();
    await stage().openPage(await open(buyer));
    return buyer;
  }

  async function hintsAbout(buyer: Newcomer, kind: string, count = 1) {
    return waitFor(() => {
      const hints = stage()
        .deliveries()
        .map(({ body, headers }) => stage().verifier.verifyWebhook(body, headers))
        .filter((hint) => hint?.subjectId === buyer.externalUserId && hint.kind === kind);
      expect(hints.length).toBeGreaterThanOrEqual(count);
      return hints;
    });
  }

  describe(`${name}: a check`, () => {
    test('is not found before the page was opened', async () => {
      const buyer = createNewBuyer();
      await open(buyer);
      expect(await stage().verifier.getCheck(buyer.externalUserId)).toMatchObject({
        kind: 'refused',
        reason: 'not_found',
      });
    });

    test('has the same applicant when it is opened twice', async () => {
      const buyer = await opened();
      const first = await check(buyer);
      await stage().openPage(await open(buyer));
      expect(await check(buyer)).toEqual(first);
      expect(first).toMatchObject({ status: 'needs_info', retryable: false });
    });

    test('goes through needs_info, processing and accepted', async () => {
      const buyer = await opened();
      expect((await check(buyer)).status).toBe('needs_info');
      await stage().decide(buyer.email, 'review');
      expect(await check(buyer)).toMatchObject({ status: 'processing', retryable: false });
      await stage().decide(buyer.email, 'accepted');
      expect(await check(buyer)).toMatchObject({ status: 'accepted', retryable: false });
    });

    test('returns the document’s data only once it is accepted', async () => {
      const buyer = await opened();
      await stage().decide(buyer.email, 'review');
      expect((await check(buyer)).document).toBeUndefined();
      await stage().decide(buyer.email, 'accepted');
      expect((await check(buyer)).document).toEqual({
        names: [expect.objectContaining({ given: expect.stringMatching(/\w/), family: expect.stringMatching(/\w/) })],
        birthDate: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
        citizenship: expect.stringMatching(/^[A-Z]{2}$/),
      });
    });

    test('distinguishes a final rejection from one that may be retried', async () => {
      const [refused, blurred] = [await opened(), await opened()];
      await stage().decide(refused.email, 'refused');
      await stage().decide(blurred.email, 'retry');
      expect(await check(refused)).toMatchObject({ status: 'rejected', retryable: false });
      expect(await check(blurred)).toMatchObject({ status: 'rejected', retryable: true });
      expect((await check(blurred)).message).toMatch(/\w/);
      await stage().decide(blurred.email, 'accepted');
      expect(await check(blurred)).toMatchObject({ status: 'accepted' });
    });

    test('may be rejected after it was accepted, with another event', async () => {
      const buyer = await opened();
      await stage().decide(buyer.email, 'accepted');
      await stage().decide(buyer.email, 'refused');
      expect(await check(buyer)).toMatchObject({ status: 'rejected', retryable: false });
      const [accepted, refused] = await hintsAbout(buyer, 'applicantReviewed', 2);
      expect(accepted?.eventId).not.toBe(refused?.eventId);
    });

    test('is processing on an unknown status', async () => {
      const buyer = await opened();
      await stage().decide(buyer.email, 'accepted');
      await stage().reportUnknownStatus(buyer.externalUserId);
      expect(await check(buyer)).toMatchObject({ status: 'processing', retryable: false });
    });
  });

  describe(`${name}: lost answers`, () => {
    test.each(['before', 'after'] as const)(
      'a lost answer %s opening is unknown, and the call can be repeated',
      async (when) => {
        const buyer = createNewBuyer();
        stage().loseNextAnswer(when);
        expect((await stage().verifier.openCheck(buyer)).kind).toBe('unknown');
        await stage().openPage(await open(buyer));
        expect((await check(buyer)).status).toBe('needs_info');
      },
    );

    test('a lost or failed answer to a query is unavailable, never a status', async () => {
      const buyer = await opened();
      await stage().decide(buyer.email, 'accepted');
      stage().loseNextAnswer('after');
      expect((await stage().verifier.getCheck(buyer.externalUserId)).kind).toBe('unavailable');
      stage().failNextCall();
      expect((await stage().verifier.getCheck(buyer.externalUserId)).kind).toBe('unavailable');
      expect((await check(buyer)).status).toBe('accepted');
    });
  });

  describe(`${name}: webhooks`, () => {
    test('have the same event id when delivered twice', async () => {
      stage().deliverWebhooksTwice();
      const buyer = await opened();
      const hints = await hintsAbout(buyer, 'applicantCreated', 2);
      expect(new Set(hints.map((hint) => hint?.eventId)).size).toBe(1);
    });

    test('are rejected when altered or unsigned', async () => {
      const buyer = await opened();
      await hintsAbout(buyer, 'applicantCreated');
      const { verifyWebhook } = stage().verifier;
      const genuine = stage()
        .deliveries()
        .find(({ body, headers }) => verifyWebhook(body, headers)?.subjectId === buyer.externalUserId);
      if (!genuine) throw new Error('no webhook came');
      const altered = Buffer.from(genuine.body.toString().replace(buyer.externalUserId, 'somebody-else'));
      expect(verifyWebhook(altered, genuine.headers)).toBeNull();
      expect(verifyWebhook(genuine.body, {})).toBeNull();
      expect(verifyWebhook(Buffer.concat([genuine.body, Buffer.from(' ')]), genuine.headers)).toBeNull();
    });
  });
}
