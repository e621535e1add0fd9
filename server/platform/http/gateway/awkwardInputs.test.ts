import type { AwkwardInput, Outcome } from '@slipway/contract/awkward/awkwardInput.testing.ts';
import { awkwardInputs } from '@slipway/contract/awkward/awkwardInputs.testing.ts';
import { type CallName, calls } from '@slipway/contract/calls.ts';
import { expect, test } from 'vitest';
import { AppError } from '../appError.ts';
import { readInput } from './readInput.ts';

/** Returns how the call reads its example with the input in one of the fields, such as `billing.zip` for a nested one. */
function findOutcome(name: CallName, field: string, input: string): Outcome {
  const [outer = '', inner] = field.split('.');
  const example: Record<string, unknown> = {
    billing: calls.getBillingAddress.example.data,
    ...calls[name].example.request,
  };
  const value = inner === undefined ? input : { ...(example[outer] as object), [inner]: input };
  try {
    const sent = readInput(calls[name], { ...example, [outer]: value }) as Record<string, unknown>;
    const accepted = inner === undefined ? sent[outer] : (sent[outer] as Record<string, unknown>)[inner];
    return { accepted: accepted as string };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    expect(error.facts['field']).toBe(field);
    return { refused: String(error.facts['problem']) };
  }
}

/** Treats a problem that contains the expected text as equal to it. */
function shorten(outcome: Outcome, expected: Outcome): Outcome {
  const isNamed = 'refused' in outcome && 'refused' in expected && outcome.refused.includes(expected.refused);
  return isNamed ? expected : outcome;
}

/** Reasons with which later steps refuse inputs that the contract accepts. */
const LATER: readonly string[] = ['phone_invalid', 'too_young', 'is after today', 'is more than 120 years ago'];
const isDecidedByContract = ([, outcome]: AwkwardInput) => !('refused' in outcome && LATER.includes(outcome.refused));

test.each([
  ['addKyc', 'firstName', awkwardInputs.name],
  ['addKyc', 'lastName', awkwardInputs.name],
  ['addKyc', 'birthDate', awkwardInputs.birthDate],
  ['addKyc', 'city', awkwardInputs.city],
  ['addKyc', 'phone', awkwardInputs.phone.filter(([, outcome]) => 'refused' in outcome)],
  ['sendCode', 'email', awkwardInputs.email],
  ['login', 'email', awkwardInputs.email],
  ['login', 'code', awkwardInputs.code],
  ['deleteAccount', 'code', awkwardInputs.code],
  ['payOrder', 'billing.name', awkwardInputs.city],
  ['payOrder', 'billing.city', awkwardInputs.city],
  ['payOrder', 'billing.zip', awkwardInputs.postalCode],
  ['payOrder', 'billing.address', awkwardInputs.street],
  ['offerInquiry', 'sendCurrencyAmount', awkwardInputs.wireAmount],
  ['coinOrder', 'getCurrencyAmount', awkwardInputs.wireAmount],
  ['offerInquiry', 'reference', awkwardInputs.reference],
] as const)('%s normalizes %s or refuses it by its name', (name, field, inputs: readonly AwkwardInput[]) => {
  const decided = inputs.filter(isDecidedByContract);
  expect(decided.map(([input, expected]) => [input, shorten(findOutcome(name, field, input), expected)])).toEqual(
    decided,
  );
});

test('the table has at least 300 inputs, none twice for a field', () => {
  let count = 0;
  for (const [field, inputs] of Object.entries(awkwardInputs)) {
    // A typed amount is parsed by the page's language.
    const keys = new Set(inputs.map((row) => JSON.stringify(row.slice(0, -1))));
    expect(keys.size, field).toBe(inputs.length);
    count += inputs.length;
  }
  expect(count).toBeGreaterThanOrEqual(300);
});
