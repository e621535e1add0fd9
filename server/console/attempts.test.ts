import { test } from 'vitest';
import { runFlawedAttempts } from './attempts.testing.ts';

/** `npm run prove` runs ten thousand. */
test('of 60 console requests, refuses the flawed ones and executes the others', async () => {
  await runFlawedAttempts(60, 16);
});
