import fastify from 'fastify';
import { expect, test } from 'vitest';
import { registerWebhooks } from './webhooks.ts';

test('what follows the vendor’s address reaches its verifier, decoded', async () => {
  const seen: (string | undefined)[] = [];
  const app = fastify();
  const verify = (_body: Buffer, _headers: unknown, path?: string) => {
    seen.push(path);
    return null;
  };
  registerWebhooks(app, { acme: verify }, {} as Parameters<typeof registerWebhooks>[2]);
  const post = async (url: string) => (await app.inject({ method: 'POST', url, payload: {} })).statusCode;

  expect([await post('/webhooks/acme'), await post('/webhooks/acme/'), await post('/webhooks/acme/A%2FB')]).toEqual([
    400, 400, 400,
  ]);
  expect(seen).toEqual([undefined, undefined, 'A/B']);
  expect(await post('/webhooks/acme/a/b')).toBe(404);
  expect(await post('/webhooks/other')).toBe(404);
});
