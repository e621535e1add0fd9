import { expect, test } from '../world.ts';

test('the shared world is ready', async ({ request, world }) => {
  expect((await request.get(`${world.origin}/readyz`)).status()).toBe(200);
  expect((await request.get(new URL('/readyz', world.consoleUrl).href)).status()).toBe(200);
});
