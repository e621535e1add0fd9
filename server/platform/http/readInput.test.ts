import { calls } from '@slipway/contract/calls.ts';
import { partnerCalls } from '@slipway/contract/partnerCalls.ts';
import { expect, test } from 'vitest';
import { AppError } from './appError.ts';
import { readInput } from './readInput.ts';

/** What passes for a text or a number until somebody converts it, as JSON has it. */
const pretenders: readonly unknown[] = JSON.parse(
  '[{"length":{"toString":{}}},{"length":{}},{"length":null},{"length":5},{"toString":{}},{"valueOf":1,"toString":2}]',
) as unknown[];

test.each(Object.values({ ...calls, ...partnerCalls }))(
  'every field of $name is read, or refused by its name',
  (call) => {
    for (const field of Object.keys(call.request.shape))
      for (const value of pretenders)
        expect(
          ['read', expect.stringMatching(new RegExp(`^${field}`))],
          `${field}: ${JSON.stringify(value)}`,
        ).toContainEqual(outcomeOf(call, { ...call.example.request, [field]: value }));
  },
);

function outcomeOf(call: Parameters<typeof readInput>[0], sent: Record<string, unknown>): string {
  try {
    readInput(call, sent);
    return 'read';
  } catch (error) {
    if (error instanceof AppError && error.key === 'malformed') return String(error.facts['field']);
    throw error;
  }
}
