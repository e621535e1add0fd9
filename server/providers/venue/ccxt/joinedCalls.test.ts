import { expect, test } from 'vitest';
import { createJoinedCalls } from './joinedCalls.ts';

test('joins concurrent equal calls, and does not keep a failure', async () => {
  const join = createJoinedCalls();
  let calls = 0;
  const look = () => {
    calls += 1;
    return calls === 3 ? Promise.reject(new Error('away')) : Promise.resolve(calls);
  };
  const together = await Promise.all([join('EUR', look), join('EUR', look), join('USD', look), join('EUR', look)]);
  expect(together).toEqual([1, 1, 2, 1]);
  await expect(join('EUR', look)).rejects.toThrow('away');
  expect(await join('EUR', look)).toBe(4);
});
