import { describe, expect, test } from 'vitest';
import { waitFor } from '../../../tools/patience/waitFor.testing.ts';
import type { WebhookHeaders } from '../webhook.ts';
import type { IdentityCheck, IdentityVerifier } from './identityPort.ts';

export type WebhookDelivery = { readonly body: Buffer; readonly headers: WebhookHeaders };

/** A verifier together with the vendor or its sandbox, controlled by a test. */
export type IdentitySubject = {
  readonly verifier: IdentityVerifier;
  /** Opens the link as the buyer's browser. */
  openPage(url: string): Promise<void>;
  decide(email: string, verdict: 'accepted' | 'refused' | 'review' | 'retry'): Promise<void>;
  /** Makes the vendor answer with an undocumented status. */
  reportUnknownStatus(externalUserId: string): Promise<void>;
  /** Loses the next answer, before or after the vendor has executed the call. */
  loseNextAnswer(when: 'before' | 'after'): void;
  /** Makes the vendor answer the next call with a server error. */
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
export function identityConformance(name: string, getSubject: () => IdentitySubject): void {
  type Buyer = ReturnType<typeof createNewBuyer>;

  async function openCheck(buyer: Buyer): Promise<string> {
    const outcome = await getSubject().verifier.openCheck(buyer);
    if (outcome.kind !== 'ok') throw new Error(`openCheck: ${outcome.kind}`);
    return outcome.value.url;
  }

  async function readCheck({ externalUserId }: Buyer): Promise<IdentityCheck> {
    const outcome = await getSubject().verifier.getCheck(externalUserId);
    if (outcome.kind !== 'ok') throw new Error(`getCheck: ${outcome.kind}`);
    return outcome.value;
  }

  async function createOpenedCheck(): Promise<Buyer> {
    const buyer = createNewBuyer();
    await getSubject().openPage(await openCheck(buyer));
    return buyer;
  }

  async function waitForHints(buyer: Buyer, kind: string, count = 1) {
    return waitFor(() => {
      const hints = getSubject()
        .deliveries()
        .map(({ body, headers }) => getSubject().verifier.verifyWebhook(body, headers))
        .filter((hint) => hint?.subjectId === buyer.externalUserId && hint.kind === kind);
      expect(hints.length).toBeGreaterThanOrEqual(count);
      return hints;
    });
  }

  describe(`${name}: a check`, () => {
    test('is not found before the page was opened', async () => {
      const buyer = createNewBuyer();
      await openCheck(buyer);
      expect(await getSubject().verifier.getCheck(buyer.externalUserId)).toMatchObject({
        kind: 'refused',
        reason: 'not_found',
      });
    });

    test('has the same applicant when it is opened twice', async () => {
      const buyer = await createOpenedCheck();
      const first = await readCheck(buyer);
      await getSubject().openPage(await openCheck(buyer));
      expect(await readCheck(buyer)).toEqual(first);
      expect(first).toMatchObject({ status: 'needs_info', retryable: false });
    });

    test('goes through needs_info, processing and accepted', async () => {
      const buyer = await createOpenedCheck();
      expect((await readCheck(buyer)).status).toBe('needs_info');
      await getSubject().decide(buyer.email, 'review');
      expect(await readCheck(buyer)).toMatchObject({ status: 'processing', retryable: false });
      await getSubject().decide(buyer.email, 'accepted');
      expect(await readCheck(buyer)).toMatchObject({ status: 'accepted', retryable: false });
    });

    test('returns the document’s data only once it is accepted', async () => {
      const buyer = await createOpenedCheck();
      await getSubject().decide(buyer.email, 'review');
      expect((await readCheck(buyer)).document).toBeUndefined();
      await getSubject().decide(buyer.email, 'accepted');
      expect((await readCheck(buyer)).document).toEqual({
        names: [expect.objectContaining({ given: expect.stringMatching(/\w/), family: expect.stringMatching(/\w/) })],
        birthDate: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
        citizenship: expect.stringMatching(/^[A-Z]{2}$/),
      });
    });

    test('distinguishes a final rejection from one that may be retried', async () => {
      const [refused, blurred] = [await createOpenedCheck(), await createOpenedCheck()];
      await getSubject().decide(refused.email, 'refused');
      await getSubject().decide(blurred.email, 'retry');
      expect(await readCheck(refused)).toMatchObject({ status: 'rejected', retryable: false });
      expect(await readCheck(blurred)).toMatchObject({ status: 'rejected', retryable: true });
      expect((await readCheck(blurred)).message).toMatch(/\w/);
      await getSubject().decide(blurred.email, 'accepted');
      expect(await readCheck(blurred)).toMatchObject({ status: 'accepted' });
    });

    test('may be rejected after it was accepted, with another event', async () => {
      const buyer = await createOpenedCheck();
      await getSubject().decide(buyer.email, 'accepted');
      await getSubject().decide(buyer.email, 'refused');
      expect(await readCheck(buyer)).toMatchObject({ status: 'rejected', retryable: false });
      const [accepted, refused] = await waitForHints(buyer, 'applicantReviewed', 2);
      expect(accepted?.eventId).not.toBe(refused?.eventId);
    });

    test('is processing on an unknown status', async () => {
      const buyer = await createOpenedCheck();
      await getSubject().decide(buyer.email, 'accepted');
      await getSubject().reportUnknownStatus(buyer.externalUserId);
      expect(await readCheck(buyer)).toMatchObject({ status: 'processing', retryable: false });
    });
  });

  describe(`${name}: lost answers`, () => {
    test.each(['before', 'after'] as const)(
      'opening the page is unknown if the response is lost %s the vendor executes the call, and can be repeated',
      async (when) => {
        const buyer = createNewBuyer();
        getSubject().loseNextAnswer(when);
        expect((await getSubject().verifier.openCheck(buyer)).kind).toBe('unknown');
        await getSubject().openPage(await openCheck(buyer));
        expect((await readCheck(buyer)).status).toBe('needs_info');
      },
    );

    test('a query with a lost or failed response is unavailable, and returns no status', async () => {
      const buyer = await createOpenedCheck();
      await getSubject().decide(buyer.email, 'accepted');
      getSubject().loseNextAnswer('after');
      expect((await getSubject().verifier.getCheck(buyer.externalUserId)).kind).toBe('unavailable');
      getSubject().failNextCall();
      expect((await getSubject().verifier.getCheck(buyer.externalUserId)).kind).toBe('unavailable');
      expect((await readCheck(buyer)).status).toBe('accepted');
    });
  });

  describe(`${name}: webhooks`, () => {
    test('have the same event id when delivered twice', async () => {
      getSubject().deliverWebhooksTwice();
      const buyer = await createOpenedCheck();
      const hints = await waitForHints(buyer, 'applicantCreated', 2);
      expect(new Set(hints.map((hint) => hint?.eventId)).size).toBe(1);
    });

    test('are rejected when altered or unsigned', async () => {
      const buyer = await createOpenedCheck();
      await waitForHints(buyer, 'applicantCreated');
      const { verifyWebhook } = getSubject().verifier;
      const genuine = getSubject()
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
