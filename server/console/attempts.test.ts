import { test } from 'vitest';
import { attempt } from './attempts.testing.ts';

/** `npm run prove` makes ten thousand. */
test('of 60 attempts with a flaw none is done, and of those without one all are', async () => {
  await attempt(60, 16);
});
