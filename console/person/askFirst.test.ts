import { afterEach, expect, test } from 'vitest';
import { updateFrame } from '../app/frameState.ts';
import { mayActNow, openQuestion, subscribeQuestion } from './askFirst.ts';

const heard = (secondsAgo: number) => updateFrame({ heardAt: Date.now() - secondsAgo * 1000 });
afterEach(() => updateFrame({ heardAt: undefined }));

test.each([0, 29])('an act goes on at once where the server was heard %i seconds ago', async (secondsAgo) => {
  heard(secondsAgo);
  expect(await mayActNow()).toBe(true);
  expect(openQuestion()).toBeUndefined();
});

test('it waits for a word once the server was not heard for half a minute', async () => {
  const stop = subscribeQuestion(() => undefined);
  heard(31);
  const first = mayActNow();
  openQuestion()?.answer(false);
  expect(await first).toBe(false);
  const second = mayActNow();
  const third = mayActNow();
  // One question at a time: the one before is answered by no.
  expect(await second).toBe(false);
  openQuestion()?.answer(true);
  expect(await third).toBe(true);
  expect(openQuestion()).toBeUndefined();
  stop();
});

test('where nobody can be asked, nothing is signed', async () => {
  heard(31);
  await expect(mayActNow()).rejects.toThrow('load the console anew');
});
