import { test } from 'vitest';
import { attempt } from './attempts.testing.ts';

test('of 150 attempts with a flaw none is done, and of those without one all are', async () => {
  await attempt(150, 16);
});
