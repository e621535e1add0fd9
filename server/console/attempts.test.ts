import { test } from 'vitest';
import { runFlawedAttempts } from './attempts.testing.ts';

/** `npm run prove` runs ten thousand. */
test('executes no flawed attempt of 60, and every other one', async () => {
  await runFlawedAttempts(60, 16);
});
