import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { createMetrics } from '../../platform/metrics/metrics.ts';
import { VERSION } from '../../platform/version.ts';
import { emptyPriceBook } from '../../purchase/quote/priceBook.ts';
import type { Context } from '../context.ts';
import { findFreePort } from './freePort.testing.ts';
import { startWorkerHealth } from './workerHealth.ts';

const TOKEN = 'a-token-of-sixteen';

/** A context without prices yet. */
const context = {
  database: { now: async () => new Date() },
  isConfigurationFollowed: () => true,
  prices: () => emptyPriceBook,
  vendorStates: () => [],
  heartbeats: { readiness: () => ({ disk: true, signer: true, isUnready: false }) },
  log: pino({ level: 'silent' }),
} as unknown as Context;

async function startTestHealth() {
  const port = await findFreePort();
  const metrics = createMetrics();
  const settings = {
    HEALTH_PORT: port,
    METRICS_TOKEN: TOKEN,
    LISTEN_ADDRESS: '127.0.0.1',
    SLIPWAY_SANDBOX: '1',
  } as const;
  const health = await startWorkerHealth(context, settings, metrics);
  onTestFinished(() => health?.stop());
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers });
  return { metrics, get };
}

test('reports that the worker is alive and whether it is ready', async () => {
  const { get } = await startTestHealth();
  const alive = await get('/healthz');
  expect([alive.status, await alive.json()]).toEqual([200, { alive: true, version: VERSION }]);
  const ready = await get('/readyz');
  expect([ready.status, await ready.json()]).toEqual([503, expect.objectContaining({ database: true, prices: false })]);
});

test('serves metrics of jobs and steps only with the token', async () => {
  const { get, metrics } = await startTestHealth();
  metrics.countJob('send_payout', 'done', 0.2);
  expect((await get('/metrics')).status).toBe(404);
  const answer = await get('/metrics', { authorization: `Bearer ${TOKEN}` });
  expect(await answer.text()).toMatch(/effect="send_payout",outcome="done"\} 1/);
});

test('serves nothing else', async () => {
  const { get } = await startTestHealth();
  for (const path of ['/', '/edit', '/openapi.json', '/gateway/buying/offerInquiry'])
    expect((await get(path)).status).toBe(404);
});

test('does not listen without a port', async () => {
  const settings = {
    HEALTH_PORT: undefined,
    METRICS_TOKEN: undefined,
    LISTEN_ADDRESS: '127.0.0.1',
    SLIPWAY_SANDBOX: '1',
  } as const;
  expect(await startWorkerHealth(context, settings, createMetrics())).toBeUndefined();
});
