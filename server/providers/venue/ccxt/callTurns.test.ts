import { expect, test } from 'vitest';
import { createCallTurns } from './callTurns.ts';

test('one at a time, an order before the questions that wait, and a failure stops no other', async () => {
  const inTurn = createCallTurns();
  const begun: string[] = [];
  let running = 0;
  const call = (name: string) => async () => {
    running += 1;
    expect(running).toBe(1);
    begun.push(name);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    if (name === 'fails') throw new Error('lost');
    return name;
  };
  const results = await Promise.allSettled([
    inTurn('question', call('first')),
    inTurn('question', call('fails')),
    inTurn('question', call('last')),
    inTurn('order', call('order')),
  ]);
  expect(begun).toEqual(['first', 'order', 'fails', 'last']);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
});
