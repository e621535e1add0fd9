import { test } from 'vitest';
import { runFlawedAttempts } from './attempts.testing.ts';

/** `npm run prove` runs ten thousand. */
test('executes none of the flawed requests among 60, and all others', async () => {
  await runFlawedAttempts(60, 16);
});
