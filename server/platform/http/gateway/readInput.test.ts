import { calls } from '@slipway/contract/calls.ts';
import { partnerCalls } from '@slipway/contract/partnerCalls.ts';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { AppError } from '../appError.ts';
import { readInput } from './readInput.ts';

/** JSON values that look like a text or a number until they are converted. */
const pretenders: readonly unknown[] = JSON.parse(
  '[{"length":{"toString":{}}},{"length":{}},{"length":null},{"length":5},{"toString":{}},{"valueOf":1,"toString":2}]',
) as unknown[];

test.each(Object.values({ ...calls, ...partnerCalls }))(
  'reads an object that imitates a text or a number in every field of $name, or refuses it with the field’s name',
  (call) => {
    for (const field of Object.keys(call.request.shape))
      for (const value of pretenders)
        expect(
          ['read', expect.stringMatching(new RegExp(`^${field}`))],
          `${field}: ${JSON.stringify(value)}`,
        ).toContainEqual(describeOutcome(call, { ...call.example.request, [field]: value }));
  },
);

function describeOutcome(call: Parameters<typeof readInput>[0], sent: Record<string, unknown>): string {
  try {
    readInput(call, sent);
    return 'read';
  } catch (error) {
    if (error instanceof AppError && error.key === 'malformed') return String(error.facts['field']);
    throw error;
  }
}

const request = z.strictObject({
  word: z.string().min(1).max(3).optional(),
  long: z.string().min(16).optional(),
  sum: z.int().min(1).max(200).optional(),
  flag: z.boolean().optional(),
  method: z.enum(['card', 'bank']).optional(),
  email: z.email().optional(),
  code: z.union([z.string().regex(/^A/, 'must begin with A'), z.literal('')]).optional(),
  inner: z.strictObject({ needed: z.string() }).optional(),
  list: z.array(z.string()).max(1).optional(),
});

test.each([
  [{ word: 5 }, 'word: must be a string'],
  [{ word: '' }, 'word: must not be empty'],
  [{ word: 'long' }, 'word: must have at most 3 characters'],
  [{ long: 'short' }, 'long: must have at least 16 characters'],
  [{ sum: 'x' }, 'sum: must be a number'],
  [{ sum: 1.5 }, 'sum: must be a whole number'],
  [{ sum: 0 }, 'sum: must be at least 1'],
  [{ sum: 201 }, 'sum: must be at most 200'],
  [{ flag: 'true' }, 'flag: must be true or false'],
  [{ method: 'cash' }, 'method: must be one of card, bank'],
  [{ email: 'x' }, 'email: must be an email address'],
  [{ code: 'B' }, 'code: must begin with A'],
  [{ inner: {} }, 'inner.needed: is required'],
  [{ inner: { needed: '', other: 1 } }, 'inner.other: is not a known field'],
  [{ list: ['a', 'b'] }, 'list: must have at most 1 entries'],
  [{ wrod: 'x' }, 'wrod: is not a known field'],
])('refuses %j with a clear message', (sent, message) => {
  expect(() => readInput({ request }, sent)).toThrow(message);
});
