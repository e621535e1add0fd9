import { test } from 'vitest';
import { attempt } from './attempts.testing.ts';

test('of 300 attempts with a flaw none is done, and of those without one all are', async () => {
  await attempt(300, 16);
});
