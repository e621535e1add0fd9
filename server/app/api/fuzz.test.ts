import { type CallName, calls } from '@slipway/contract/calls.ts';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { anyCorruptedRequest, expectEnvelope, serializePayload } from './corruptedRequests.testing.ts';
import { openOwnGateway, type TestBuyer } from './testGateway.testing.ts';

/** Minimum total of requests over all calls. */
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? 2_000);
/** Concurrent requests of a call: one waits for the database while another is answered. */
const CONCURRENT = 4;
const RUNS = Math.ceil(REQUESTS / Object.keys(calls).length / CONCURRENT);

const gateway = await openOwnGateway();
let buyer: TestBuyer;
let live: Readonly<Record<string, string>>;

beforeAll(async () => {
  buyer = await gateway.logIn('fuzz@example.com');
  const token = await gateway.fetchQuoteToken();
  const address = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
  const submission = { ...calls.coinOrder.example.request, getCurrency: 'ETH', address, token };
  const made = await gateway.post('coinOrder', { ...submission, authToken: buyer.authToken }, buyer.headers);
  // Existing values, so that requests pass the first check and reach the others.
  live = { token, address, getCurrency: 'ETH', ...(made.body.data as { orderNo: string }) };
});

/** Returns corrupted versions of the call's example, which is completed with existing values. */
function corruptRequests(name: CallName): fc.Arbitrary<unknown> {
  const { example, request } = calls[name];
  const fields = Object.keys(request.shape);
  const existing = Object.fromEntries(Object.entries(live).filter(([field]) => fields.includes(field)));
  return anyCorruptedRequest(() => ({ ...example.request, ...existing, authToken: buyer.authToken }), fields);
}

describe('every corrupted request is answered with an envelope', () => {
  test.each(Object.keys(calls) as CallName[])('%s', async (name) => {
    let requestCount = 0;
    const answered = fc.asyncProperty(corruptRequests(name), async (sent) => {
      requestCount += 1;
      const payload = serializePayload(sent);
      const answer = await gateway.app.inject({
        method: 'POST',
        url: `/gateway/buying/${name}`,
        payload,
        headers: { 'content-type': 'application/json', ...buyer.headers },
      });
      expectEnvelope(answer, payload);
    });
    await Promise.all(Array.from({ length: CONCURRENT }, () => fc.assert(answered, { numRuns: RUNS })));
    expect(requestCount).toBe(RUNS * CONCURRENT);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  test('sends enough requests, and to every call one that targets the prototype', async () => {
    expect(RUNS * CONCURRENT * Object.keys(calls).length).toBeGreaterThanOrEqual(REQUESTS);
    // Every call gets at least this request.
    const payload = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}';
    const headers = { 'content-type': 'application/json', ...buyer.headers };
    for (const name of Object.keys(calls)) {
      const answer = await gateway.app.inject({ method: 'POST', url: `/gateway/buying/${name}`, payload, headers });
      expectEnvelope(answer, payload);
    }
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

test.each([
  ['64 KiB and one byte', 64 * 1024 + 1, 413],
  ['64 KiB', 64 * 1024, 200],
])('a body of %s (%i bytes) gets the status %i', async (_name, size, status) => {
  const shell = JSON.stringify({ type: 'buyCryptoGate', note: '' });
  const payload = JSON.stringify({ type: 'buyCryptoGate', note: 'x'.repeat(size - shell.length) });
  expect(Buffer.byteLength(payload)).toBe(size);
  const answer = await gateway.app.inject({
    method: 'POST',
    url: '/gateway/buying/getCountry',
    payload,
    headers: { 'content-type': 'application/json' },
  });
  expect(answer.statusCode).toBe(status);
});
