import fastify, { type FastifyBaseLogger } from 'fastify';
import { expect, test } from 'vitest';
import { answerError } from '../../platform/http/errors/sendError.ts';
import { createLog } from '../../platform/log/log.ts';
import { createMetrics } from '../../platform/metrics/metrics.ts';
import type { WebhookVerifier } from '../../providers/webhook.ts';
import { registerWebhooks, type WebhookContext } from './webhooks.ts';

/** A server for one vendor's webhooks that stores none. */
function openWebhookServer(verify: WebhookVerifier) {
  const lines: string[] = [];
  const loggerInstance: FastifyBaseLogger = createLog('warn', { write: (line) => void lines.push(line) });
  const metrics = createMetrics();
  const database = { repeatableTransaction: async () => undefined } as unknown as WebhookContext['database'];
  const app = fastify({ loggerInstance, trustProxy: true });
  app.decorateReply('respCode', '');
  app.setErrorHandler(answerError);
  const jobs = {} as WebhookContext['jobs'];
  registerWebhooks(app, { acme: verify }, { database, jobs, metrics, limitsUnverified: { enabled: true } });
  return { app, lines, metrics };
}

test('passes the decoded path after the vendor’s address to its verifier', async () => {
  const receivedPaths: (string | undefined)[] = [];
  const verify = (_body: Buffer, _headers: unknown, path?: string) => {
    receivedPaths.push(path);
    return null;
  };
  const { app } = openWebhookServer(verify);
  const post = async (url: string) => (await app.inject({ method: 'POST', url, payload: {} })).statusCode;

  expect([await post('/webhooks/acme'), await post('/webhooks/acme/'), await post('/webhooks/acme/A%2FB')]).toEqual([
    400, 400, 400,
  ]);
  expect(receivedPaths).toEqual([undefined, undefined, 'A/B']);
  expect(await post('/webhooks/acme/a/b')).toBe(404);
  expect(await post('/webhooks/other')).toBe(404);
});

test('limits a client with many invalid signatures, and still accepts its valid ones', async () => {
  const { app, lines, metrics } = openWebhookServer((body) =>
    body.toString() === 'right' ? { eventId: 'e1', subjectId: 's1', kind: 'payment' } : null,
  );
  const post = (payload: string, address: string) =>
    app.inject({ method: 'POST', url: '/webhooks/acme', payload, headers: { 'x-forwarded-for': address } });

  for (let count = 0; count < 60; count += 1) expect((await post('wrong', '2001:db8::1')).statusCode).toBe(400);
  const late = await post('wrong', '2001:db8::2');
  expect(late.statusCode).toBe(429);
  expect(Number(late.headers['retry-after'])).toBeGreaterThan(0);
  expect((await post('wrong', '203.0.113.7')).statusCode).toBe(400);
  for (let count = 0; count < 70; count += 1) expect((await post('right', '2001:db8::1')).statusCode).toBe(200);

  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ provider: 'acme', client: '2001:db8:0:0::/64' });
  expect(lines.filter((line) => line.includes('a webhook was not verified'))).toHaveLength(61);
  expect(await metrics.render()).toContain('slipway_webhooks_unverified_total{vendor="acme"} 62');
});
