import { expect, test } from 'vitest';
import { createJoinedCalls } from './joinedCalls.ts';

test('joins concurrent equal calls, and does not keep a failure', async () => {
  const join = createJoinedCalls();
  let calls = 0;
  const read = () => {
    calls += 1;
    return calls === 3 ? Promise.reject(new Error('away')) : Promise.resolve(calls);
  };
  const together = await Promise.all([join('EUR', read), join('EUR', read), join('USD', read), join('EUR', read)]);
  expect(together).toEqual([1, 1, 2, 1]);
  await expect(join('EUR', read)).rejects.toThrow('away');
  expect(await join('EUR', read)).toBe(4);
});
