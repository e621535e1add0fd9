import { expect, test } from 'vitest';
import { createJoinedCalls } from './joinedCalls.ts';

test('many that ask for the same at the same time are one call, and a failure is not kept', async () => {
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
