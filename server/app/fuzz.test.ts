import { type CallName, calls } from '@slipway/contract/calls.ts';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { openOwnGateway, type TestBuyer } from './testGateway.testing.ts';

/** Together at least twenty thousand requests, spread over the calls. */
const REQUESTS = 20_000;
/** Requests of a call that are under way at once: one waits for the database while another is answered. */
const LANES = 4;
const RUNS = Math.ceil(REQUESTS / Object.keys(calls).length / LANES);

const gateway = await openOwnGateway();
let buyer: TestBuyer;
let live: Readonly<Record<string, string>>;
let asked = 0;

beforeAll(async () => {
  buyer = await gateway.loggedIn('fuzz@example.com');
  const token = await gateway.quoteToken();
  const address = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
  const submission = { ...calls.coinOrder.example.request, getCurrency: 'ETH', address, token };
  const made = await gateway.post('coinOrder', { ...submission, authToken: buyer.authToken }, buyer.headers);
  // Things that are there, so that more than the first check is reached.
  live = { token, address, getCurrency: 'ETH', ...(made.body.data as { orderNo: string }) };
});

/** What clients send by mistake, and attackers on purpose. */
const nasty: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(
    null,
    true,
    0,
    -0,
    -1,
    1e308,
    5e-324,
    '',
    ' ',
    '0',
    '-1',
    '1e3',
    '0x10',
    'NaN',
    '١٢٣',
    '1,000.00',
    '\u0000',
    '\u202eEUR',
    '\ud800',
    'ﬁ'.repeat(300),
    'x'.repeat(50_000),
    "'; drop table orders; --",
    '<script>alert(1)</script>',
    '${7*7}{{7*7}}',
    '../../../../etc/passwd',
    '__proto__',
    'constructor',
    [],
    {},
    [[[[[[[[]]]]]]]],
  ),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.double(),
  fc.bigInt().map(String),
  fc.array(fc.jsonValue(), { maxLength: 20 }),
  fc.dictionary(fc.string({ maxLength: 10 }), fc.jsonValue(), { maxKeys: 10 }),
  fc.integer({ min: 10, max: 30_000 }).map((depth) => `@@nested ${depth}@@`),
);

const prototypeKeys = fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty');

/** The example with some fields spoiled, some left out and some that nobody asked for; or no object at all. */
function spoiled(name: CallName): fc.Arbitrary<unknown> {
  const { example, request } = calls[name];
  const fields = Object.keys(request.shape);
  const field = fields.length === 0 ? prototypeKeys : fc.oneof(fc.constantFrom(...fields), prototypeKeys);
  const good = () => ({ ...example.request, ...pick(live, fields), authToken: buyer.authToken });
  const changes = fc.array(fc.tuple(field, fc.oneof(nasty, fc.constant(undefined))), { minLength: 1, maxLength: 4 });
  return fc.oneof(
    { weight: 20, arbitrary: changes.map((entries) => assigned(good(), entries)) },
    { weight: 1, arbitrary: fc.dictionary(fc.string(), nasty) },
    { weight: 1, arbitrary: nasty },
  );
}

function pick(source: Readonly<Record<string, string>>, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(source).filter(([name]) => names.includes(name)));
}

/** As `JSON.parse` would: a key that is called `__proto__` is a key. */
function assigned(target: object, entries: readonly (readonly [string, unknown])[]): unknown {
  const text = JSON.stringify(target).slice(1, -1);
  const more = entries
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value) ?? 'null'}`);
  return { raw: `{${[text, ...more].filter((part) => part !== '').join(',')}}` };
}

/** Deeper than JSON.stringify itself could write. */
function nested(text: string): string {
  return text.replace(/"@@nested (\d+)@@"/g, (_, depth) => '['.repeat(Number(depth)) + ']'.repeat(Number(depth)));
}

const envelope = z.object({ respCode: z.string(), respMessage: z.string(), data: z.unknown() });

/** Words of our inside. */
const INSIDE =
  /\bat (?:async )?\S+ \(|\.ts:\d+|node_modules|\bselect\b.*\bfrom\b|\binsert into\b|pg_|ECONNREFUSED|SyntaxError|ZodError/i;

describe('whatever is sent, the answer is an envelope of ours', () => {
  test.each(Object.keys(calls) as CallName[])('%s', { timeout: 120_000 }, async (name) => {
    const answered = fc.asyncProperty(spoiled(name), async (sent) => {
      asked += 1;
      const payload = nested(isRaw(sent) ? sent.raw : (JSON.stringify(sent) ?? 'null'));
      const answer = await gateway.app.inject({
        method: 'POST',
        url: `/gateway/buying/${name}`,
        payload,
        headers: { 'content-type': 'application/json', ...buyer.headers },
      });
      expect(answer.statusCode).toBeLessThan(500);
      expect(() => envelope.parse(answer.json())).not.toThrow();
      // What was sent may come back in a message; nothing else of ours may.
      expect(withoutTokens(withoutEcho(answer.body, payload))).not.toMatch(INSIDE);
    });
    await Promise.all(Array.from({ length: LANES }, () => fc.assert(answered, { numRuns: RUNS })));
  });

  test('that was enough', () => {
    expect(asked).toBeGreaterThanOrEqual(REQUESTS);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

function isRaw(sent: unknown): sent is { readonly raw: string } {
  return typeof sent === 'object' && sent !== null && 'raw' in sent && typeof sent.raw === 'string';
}

function withoutEcho(body: string, payload: string): string {
  return payload.length < 3 ? body : body.split(payload).join('');
}

/** A signed token is random letters: every short word comes up in one now and then. */
function withoutTokens(body: string): string {
  return body.replaceAll(/"(?:token|authToken)":"[\w.-]*"/g, '');
}

test.each([
  ['64 KiB and one byte', 64 * 1024 + 1, 413],
  ['64 KiB', 64 * 1024, 200],
])('a body of %s', async (_name, size, status) => {
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
