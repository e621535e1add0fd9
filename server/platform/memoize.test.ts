import { expect, test } from 'vitest';
import { memoizeByObject, memoizeByText } from './memoize.ts';

function createCountedFunction(most?: number) {
  const inputs: string[] = [];
  const answer = memoizeByText((text) => {
    inputs.push(text);
    return text === '' ? undefined : text.toUpperCase();
  }, most);
  return { inputs, answer };
}

test('answers a repeated text from memory, also with undefined', () => {
  const { inputs, answer } = createCountedFunction();
  expect([answer('a'), answer('a'), answer(''), answer('')]).toEqual(['A', 'A', undefined, undefined]);
  expect(inputs).toEqual(['a', '']);
});

test('forgets everything before it exceeds its size', () => {
  const { inputs, answer } = createCountedFunction(2);
  for (const text of ['a', 'b', 'c', 'c', 'a']) answer(text);
  expect(inputs).toEqual(['a', 'b', 'c', 'a']);
});

test('does not keep answers for long texts', () => {
  const { inputs, answer } = createCountedFunction();
  const long = 'x'.repeat(201);
  expect([answer(long), answer(long)]).toEqual([long.toUpperCase(), long.toUpperCase()]);
  expect(inputs).toHaveLength(2);
});

test('computes the answer for an object once, also undefined', () => {
  const inputs: object[] = [];
  const answer = memoizeByObject((of: { readonly locale?: string }) => {
    inputs.push(of);
    return of.locale;
  });
  const [one, other] = [{ locale: 'one' }, {}];
  expect([answer(one), answer(one), answer(other), answer(other)]).toEqual(['one', 'one', undefined, undefined]);
  expect(inputs).toEqual([one, other]);
});
