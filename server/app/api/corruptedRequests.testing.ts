import fc from 'fast-check';
import { expect } from 'vitest';
import { z } from 'zod';

/** Values that clients send by mistake, and attackers on purpose. */
const anyInvalidValue: fc.Arbitrary<unknown> = fc.oneof(
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

/**
 * Returns corrupted versions of a valid request: fields that are missing or occur again with an invalid value, unknown
 * fields, or an unrelated value in place of the request.
 */
export function anyCorruptedRequest(good: () => object, fields: readonly string[]): fc.Arbitrary<unknown> {
  const field = fields.length === 0 ? prototypeKeys : fc.oneof(fc.constantFrom(...fields), prototypeKeys);
  const changes = fc.array(fc.tuple(field, fc.oneof(anyInvalidValue, fc.constant(undefined))), {
    minLength: 1,
    maxLength: 4,
  });
  return fc.oneof(
    { weight: 20, arbitrary: changes.map((entries) => assignRaw(good(), entries)) },
    { weight: 1, arbitrary: fc.dictionary(fc.string(), anyInvalidValue) },
    { weight: 1, arbitrary: anyInvalidValue },
  );
}

/** Returns the bytes of a corrupted request. */
export function serializePayload(sent: unknown): string {
  return expandNesting(isRaw(sent) ? sent.raw : (JSON.stringify(sent) ?? 'null'));
}

/** Assigns as `JSON.parse` would: a key named `__proto__` is an own key. Removes the fields whose value is undefined. */
function assignRaw(target: object, entries: readonly (readonly [string, unknown])[]): unknown {
  const removed = new Set(entries.filter(([, value]) => value === undefined).map(([key]) => key));
  const kept = Object.fromEntries(Object.entries(target).filter(([key]) => !removed.has(key)));
  const text = JSON.stringify(kept).slice(1, -1);
  const addedFields = entries
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value) ?? 'null'}`);
  return { raw: `{${[text, ...addedFields].filter((part) => part !== '').join(',')}}` };
}

/** Replaces each `@@nested N@@` by N nested lists: JSON.stringify cannot write lists nested so deeply. */
function expandNesting(text: string): string {
  return text.replace(/"@@nested (\d+)@@"/g, (_, depth) => '['.repeat(Number(depth)) + ']'.repeat(Number(depth)));
}

const envelope = z.object({ respCode: z.string(), respMessage: z.string(), data: z.unknown() });

/** Texts that reveal internals. */
const INTERNALS_PATTERN =
  /\bat (?:async )?\S+ \(|\.ts:\d+|node_modules|\bselect\b.*\bfrom\b|\binsert into\b|pg_|ECONNREFUSED|SyntaxError|ZodError/i;

/** Checks that an answer is an envelope, not a server fault, and reveals no internals. */
export function expectEnvelope(answer: { readonly statusCode: number; readonly body: string }, payload: string): void {
  expect(answer.statusCode).toBeLessThan(500);
  expect(() => envelope.parse(JSON.parse(answer.body))).not.toThrow();
  // The answer may repeat the payload.
  expect(removeTokens(removeEcho(answer.body, payload))).not.toMatch(INTERNALS_PATTERN);
}

function isRaw(sent: unknown): sent is { readonly raw: string } {
  return typeof sent === 'object' && sent !== null && 'raw' in sent && typeof sent.raw === 'string';
}

function removeEcho(body: string, payload: string): string {
  return payload.length < 3 ? body : body.split(payload).join('');
}

/** Removes signed tokens, whose random characters may contain any short text. */
function removeTokens(body: string): string {
  return body.replaceAll(/[\w-]{27,}/g, '');
}
