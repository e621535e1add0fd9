import fc from 'fast-check';
import { expect } from 'vitest';
import { z } from 'zod';

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

/** What is sent in place of a request that is good: some fields spoiled, some left out and some that nobody asked for; or no object at all. */
export function spoiledFrom(good: () => object, fields: readonly string[]): fc.Arbitrary<unknown> {
  const field = fields.length === 0 ? prototypeKeys : fc.oneof(fc.constantFrom(...fields), prototypeKeys);
  const changes = fc.array(fc.tuple(field, fc.oneof(nasty, fc.constant(undefined))), { minLength: 1, maxLength: 4 });
  return fc.oneof(
    { weight: 20, arbitrary: changes.map((entries) => assigned(good(), entries)) },
    { weight: 1, arbitrary: fc.dictionary(fc.string(), nasty) },
    { weight: 1, arbitrary: nasty },
  );
}

/** The bytes of a spoiled request. */
export function payloadOf(sent: unknown): string {
  return nested(isRaw(sent) ? sent.raw : (JSON.stringify(sent) ?? 'null'));
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

/** An envelope, no fault of ours, and nothing of our inside in it. */
export function expectEnvelope(answer: { readonly statusCode: number; readonly body: string }, payload: string): void {
  expect(answer.statusCode).toBeLessThan(500);
  expect(() => envelope.parse(JSON.parse(answer.body))).not.toThrow();
  // What was sent may come back in a message; nothing else of ours may.
  expect(withoutTokens(withoutEcho(answer.body, payload))).not.toMatch(INSIDE);
}

function isRaw(sent: unknown): sent is { readonly raw: string } {
  return typeof sent === 'object' && sent !== null && 'raw' in sent && typeof sent.raw === 'string';
}

function withoutEcho(body: string, payload: string): string {
  return payload.length < 3 ? body : body.split(payload).join('');
}

/** A signed token is random letters: every short word comes up in one now and then. */
function withoutTokens(body: string): string {
  return body.replaceAll(/[\w-]{27,}/g, '');
}
