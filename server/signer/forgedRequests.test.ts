import { expect, test } from 'vitest';
import { sendForgedRequests } from './forgedRequests.testing.ts';

test.each([1, 2, 3, 4])('500 forged requests to the socket take no more than was paid: seed %s', async (seed) => {
  // Some of the requests are honest, and are signed.
  expect(await sendForgedRequests(500, seed)).toBeGreaterThan(3);
});
