import { generateKeyPairSync } from 'node:crypto';
import { createVerifier, httpbis } from 'http-message-signatures';
import { describe, expect, test, vi } from 'vitest';
import { createSlipway } from './slipway.ts';
import { SlipwayError } from './slipwayError.ts';

const ORIGIN = 'https://pay.example';
const KEY = 'slk_7KQ2M4XD9TAB_of-a-test';
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
const INQUIRY = { sendCurrency: 'EUR', sendCurrencyAmount: '100', getCurrency: 'BTC', country: 'DE' } as const;

vi.mock('node:timers/promises', () => ({ setTimeout: async (ms: number) => void pauses.push(ms) }));
const pauses: number[] = [];

type SentRequest = {
  readonly url: string;
  readonly init: { readonly headers: Record<string, string>; readonly body: string };
};

/** Returns a client whose server gives these answers in sequence. */
function createClient(...answers: readonly (() => Response | Promise<Response>)[]) {
  const requests: SentRequest[] = [];
  pauses.length = 0;
  const fetchOnce = async (url: string, init: SentRequest['init']) => {
    requests.push({ url, init });
    const answer = answers[Math.min(requests.length, answers.length) - 1];
    if (!answer) throw new Error('nobody answers');
    return answer();
  };
  const slipway = createSlipway({
    origin: ORIGIN,
    apiKey: KEY,
    privateKey: pem,
    fetch: fetchOnce as unknown as typeof fetch,
  });
  return {
    slipway,
    requests,
    bodies: () => requests.map(({ init }) => JSON.parse(init.body) as Record<string, unknown>),
  };
}

const done = (data: object) => () => Response.json({ respCode: '200', respMessage: '', data });
const refused =
  (status: number, error: string, headers = {}) =>
  () =>
    Response.json(
      { respCode: status === 200 ? '509' : String(status), respMessage: 'No.', data: { error, facts: { seconds: 7 } } },
      { status, headers },
    );
const failToConnect = () => Promise.reject(new TypeError('fetch failed'));

describe('a call', () => {
  test('sends the key and returns the data', async () => {
    const { slipway, requests } = createClient(done({ token: 'a token' }));
    expect(await slipway.call('quote', INQUIRY)).toEqual({ token: 'a token' });
    expect(requests).toMatchObject([
      { url: `${ORIGIN}/gateway/partner/quote`, init: { headers: { authorization: `Bearer ${KEY}` } } },
    ]);
  });

  test('has a signature that another library verifies', async () => {
    const { slipway, requests } = createClient(done({}));
    await slipway.call('createSession', { getCurrency: 'BTC' });
    const [{ url, init } = { url: '', init: { headers: {}, body: '' } }] = requests;
    const verified = await httpbis.verifyMessage(
      {
        keyLookup: async () => ({
          id: '7KQ2M4XD9TAB',
          algs: ['ed25519'],
          verify: createVerifier(publicKey, 'ed25519'),
        }),
      },
      { method: 'POST', url, headers: init.headers },
    );
    expect(verified).toBe(true);
  });

  test('throws the refusal and is not retried if the server refuses it', async () => {
    const { slipway, requests } = createClient(refused(200, 'order_unknown'));
    const failed = slipway.call('requestRefund', { orderNo: '7KQ2M4XD9TAB3', reason: 'twice' });
    await expect(failed).rejects.toThrow(SlipwayError);
    await expect(failed).rejects.toMatchObject({ code: 'order_unknown', facts: { seconds: 7 }, message: 'No.' });
    expect(requests).toHaveLength(1);
  });

  test('is retried with the same idempotency key and a new signature if no response arrives', async () => {
    const { slipway, requests, bodies } = createClient(
      failToConnect,
      () => new Response('<html>', { status: 502 }),
      done({ sessionId: 's' }),
    );
    expect(await slipway.call('createSession', {})).toEqual({ sessionId: 's' });
    expect(new Set(bodies().map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
    expect(new Set(requests.map(({ init }) => init.headers['signature'])).size).toBe(3);
    expect(pauses).toEqual([500, 1000]);
  });

  test('waits as long as the server requests, and fails after the last retry', async () => {
    const { slipway, requests } = createClient(refused(429, 'too_many_requests', { 'retry-after': '7' }));
    await expect(slipway.call('quote', INQUIRY)).rejects.toMatchObject({ code: 'too_many_requests', httpStatus: 429 });
    expect(requests).toHaveLength(4);
    expect(pauses).toEqual([7000, 7000, 7000]);
  });

  test('contains no idempotency key if it only reads', async () => {
    const { slipway, bodies } = createClient(done({}));
    await slipway.call('quote', INQUIRY);
    expect(bodies()).toEqual([INQUIRY]);
  });

  test('uses the caller’s idempotency key', async () => {
    const { slipway, bodies } = createClient(done({}));
    await slipway.call('createSession', { idempotencyKey: 'cart-17-of-monday' });
    expect(bodies()).toEqual([{ idempotencyKey: 'cart-17-of-monday' }]);
  });
});

test.each([
  ['no key', { apiKey: undefined }, /slk_/],
  ['a webhook secret as key', { apiKey: 'whsec_x' }, /slk_/],
  ['a private key without its lines', { apiKey: KEY, privateKey: 'MC4CAQ' }, /PEM/],
])('creating a client with %s throws', (_what, options, message) => {
  expect(() => createSlipway({ origin: ORIGIN, ...options })).toThrow(message);
});

test('accepts a private key with escaped line breaks, as in .env files', async () => {
  const fakeFetch = vi.fn(async (_url: string, _init: SentRequest['init']) => done({})());
  const slipway = createSlipway({
    origin: ORIGIN,
    apiKey: KEY,
    privateKey: pem.replaceAll('\n', String.raw`\n`),
    fetch: fakeFetch as unknown as typeof fetch,
  });
  await slipway.call('createSession', {});
  expect(fakeFetch.mock.calls[0]?.[1].headers['signature']).toMatch(/^slipway=:/);
});
