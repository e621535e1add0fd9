import { test } from 'vitest';
import { runFlawedAttempts } from './attempts.testing.ts';

/** `npm run prove` runs ten thousand. */
test('of 60 attempts with a flaw none is done, and of those without one all are', async () => {
  await runFlawedAttempts(60, 16);
});
