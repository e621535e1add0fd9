import { expect, test } from 'vitest';
import { memoizeByObject, memoizeByText } from './memoize.ts';

function counted(most?: number) {
  const asked: string[] = [];
  const answer = memoizeByText((text) => {
    asked.push(text);
    return text === '' ? undefined : text.toUpperCase();
  }, most);
  return { asked, answer };
}

test('answers a repeated text from memory, also with undefined', () => {
  const { asked, answer } = counted();
  expect([answer('a'), answer('a'), answer(''), answer('')]).toEqual(['A', 'A', undefined, undefined]);
  expect(asked).toEqual(['a', '']);
});

test('forgets everything before it exceeds its size', () => {
  const { asked, answer } = counted(2);
  for (const text of ['a', 'b', 'c', 'c', 'a']) answer(text);
  expect(asked).toEqual(['a', 'b', 'c', 'a']);
});

test('does not keep answers for long texts', () => {
  const { asked, answer } = counted();
  const long = 'x'.repeat(201);
  expect([answer(long), answer(long)]).toEqual([long.toUpperCase(), long.toUpperCase()]);
  expect(asked).toHaveLength(2);
});

test('computes the answer for an object once, also undefined', () => {
  const asked: object[] = [];
  const answer = memoizeByObject((of: { readonly said?: string }) => {
    asked.push(of);
    return of.said;
  });
  const [one, other] = [{ said: 'one' }, {}];
  expect([answer(one), answer(one), answer(other), answer(other)]).toEqual(['one', 'one', undefined, undefined]);
  expect(asked).toEqual([one, other]);
});
