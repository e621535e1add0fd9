import { createHmac } from 'node:crypto';
import { verifyWebhookSignatureWithCurrentTime } from 'hook0-client';
import { describe, expect, test } from 'vitest';
import { createCoinbaseWebhookVerifier } from './webhook.ts';

const NOW = new Date('2026-11-22T16:00:00Z');
const TIME = NOW.getTime() / 1_000;
const SECRET = 'subscription-secret';

const verify = createCoinbaseWebhookVerifier({ webhookSecret: SECRET, environment: 'live' }, () => NOW);

const hosted = {
  eventType: 'onramp.transaction.updated',
  transactionId: '1f087a54-ff1f-62e8-9f85-aa77ac0499a5',
  status: 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS',
  purchaseAmount: { currency: 'USDC', value: '4.81' },
  partnerUserRef: 'ORDER1',
};
const headless = {
  eventType: 'onramp.transaction.success',
  orderId: '123e4567-e89b-12d3-a456-426614174000',
  status: 'ONRAMP_ORDER_STATUS_COMPLETED',
  purchaseAmount: '4.81',
  partnerUserRef: 'ORDER2',
};

const NAMES = 'content-type x-event-id';
const signedHeaders = { 'content-type': 'application/json', 'x-event-id': 'e1' };

type Signed = { readonly body: Buffer; readonly headers: Record<string, string> };

function sign(payload: unknown, versions: readonly ('v0' | 'v1')[] = ['v0', 'v1'], time = TIME): Signed {
  const body = Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload));
  const code = (before: string) => createHmac('sha256', SECRET).update(before).update(body).digest('hex');
  const parts = {
    v0: `v0=${code(`${time}.`)}`,
    v1: `h=${NAMES},v1=${code(`${time}.${NAMES}.${Object.values(signedHeaders).join('.')}.`)}`,
  };
  const header = [`t=${time}`, ...versions.map((version) => parts[version])].join(',');
  return { body, headers: { ...signedHeaders, 'x-hook0-signature': header } };
}

/** Returns the verdict of the signature scheme's author, whose code throws for an invalid one. */
function isAcceptedByHook0({ body, headers }: Signed): boolean {
  const header = headers['x-hook0-signature'] ?? '';
  try {
    return verifyWebhookSignatureWithCurrentTime(header, body, new Headers(headers), SECRET, 300, NOW) === true;
  } catch {
    return false;
  }
}

const isAccepted = ({ body, headers }: Signed) => verify(body, headers) !== null;

describe('a webhook', () => {
  test('of either format names the product’s order', () => {
    const one = sign(hosted);
    expect(verify(one.body, one.headers)).toMatchObject({ subjectId: 'ORDER1', kind: 'onramp.transaction.updated' });
    const other = sign(headless);
    expect(verify(other.body, other.headers)).toMatchObject({ subjectId: 'ORDER2' });
  });

  test.each([
    ['both signatures', sign(hosted), true],
    ['only the signature over the body', sign(hosted, ['v0']), true],
    ['only the signature over body and headers', sign(hosted, ['v1']), true],
    ['a time of five minutes ago', sign(hosted, ['v0', 'v1'], TIME - 300), true],
    ['a time before five minutes ago', sign(hosted, ['v0', 'v1'], TIME - 301), false],
    ['a time in the future', sign(hosted, ['v0'], TIME + 301), false],
  ] as const)('with %s is judged as Hook0’s library does', (_what, delivery, isGood) => {
    expect(isAcceptedByHook0(delivery)).toBe(isGood);
    expect(isAccepted(delivery)).toBe(isGood);
  });

  test.each(['v0', 'v1'] as const)(
    'signed with %s is rejected by both verifiers if its body, time or signature changes',
    (version) => {
      const good = sign(hosted, [version]);
      const header = good.headers['x-hook0-signature'] ?? '';
      const changed: readonly Signed[] = [
        { ...good, body: Buffer.from(good.body.toString().replace('ORDER1', 'ORDER9')) },
        { ...good, headers: { ...good.headers, 'x-hook0-signature': header.replace(`t=${TIME}`, `t=${TIME - 1}`) } },
        {
          ...good,
          headers: { ...good.headers, 'x-hook0-signature': header.replace(/.$/, (end) => (end === '0' ? '1' : '0')) },
        },
      ];
      for (const delivery of changed)
        expect([isAcceptedByHook0(delivery), isAccepted(delivery)]).toEqual([false, false]);
    },
  );

  test('with changed headers is rejected if only the signature over body and headers (v1) is sent', () => {
    const { body, headers } = sign(hosted, ['v1']);
    const changed = { body, headers: { ...headers, 'x-event-id': 'e2' } };
    expect([isAcceptedByHook0(changed), isAccepted(changed)]).toEqual([false, false]);
    const { 'x-event-id': _, ...without } = headers;
    expect(verify(body, without)).toBeNull();
  });

  test.each([
    ['of invalid JSON', '{'],
    ['of another kind', { ...hosted, eventType: 'wallet.activity.detected' }],
    ['without an order', { ...hosted, partnerUserRef: undefined }],
    ['of neither format', { ...hosted, transactionId: undefined }],
    ['of play money', { ...hosted, partnerUserRef: 'sandbox-ORDER1' }],
  ])('%s is rejected although it is signed', (_what, payload) => {
    expect(isAccepted(sign(payload))).toBe(false);
  });

  test('without a signature is rejected', () => {
    expect(isAccepted(sign(hosted, []))).toBe(false);
    expect(verify(sign(hosted).body, {})).toBeNull();
  });

  test('of the live environment is rejected in the test environment', () => {
    const play = createCoinbaseWebhookVerifier({ webhookSecret: SECRET, environment: 'test' }, () => NOW);
    const { body, headers } = sign(hosted);
    expect(play(body, headers)).toBeNull();
    const own = sign({ ...hosted, partnerUserRef: 'sandbox-ORDER1' });
    expect(play(own.body, own.headers)?.subjectId).toBe('ORDER1');
  });

  test('has the same event id when it is sent again, and another id with other content', () => {
    const readId = (payload: unknown, time = TIME) => {
      const { body, headers } = sign(payload, ['v0', 'v1'], time);
      return verify(body, headers)?.eventId;
    };
    expect(readId(hosted)).toBe(readId(hosted, TIME - 60));
    expect(readId(hosted)).not.toBe(readId({ ...hosted, txHash: '0xfeed' }));
  });
});
