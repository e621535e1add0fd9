import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from './freePort.testing.ts';
import { startSignerHealth } from './signerHealth.ts';

const TOKEN = 'a-token-of-sixteen';
const NOW = new Date('2026-03-01T12:00:00Z');
const metrics = { contentType: 'text/plain', render: async () => 'slipway_signer_stopped 0\n' };

async function started(followedAt: Date) {
  const port = await freePort();
  const settings = { HEALTH_PORT: port, METRICS_TOKEN: TOKEN, SLIPWAY_SANDBOX: '1' } as const;
  const state = { log: pino({ level: 'silent' }), followedAt: () => followedAt, now: () => NOW };
  const health = await startSignerHealth(state, settings, metrics);
  onTestFinished(() => health?.stop());
  return (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${port}${path}`, init);
}

test.each([
  [200, true, '11:59:45'],
  [503, false, '11:59:15'],
])('is ready (%s) while the database was read within half a minute', async (status, database, at) => {
  const get = await started(new Date(`2026-03-01T${at}Z`));
  expect((await get('/healthz')).status).toBe(200);
  const ready = await get('/readyz');
  expect([ready.status, await ready.json()]).toEqual([status, { database }]);
});

test('its metrics are for whoever has the token', async () => {
  const get = await started(NOW);
  expect((await get('/metrics')).status).toBe(404);
  const answer = await get('/metrics', { headers: { authorization: `Bearer ${TOKEN}` } });
  expect(await answer.text()).toBe('slipway_signer_stopped 0\n');
});

test.each(['clear', 'pay', 'cancel', 'transfers/clear', 'transfers/release', 'withdrawals/release'])(
  'nobody asks for %s there',
  async (path) => {
    const get = await started(NOW);
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` };
    expect((await get(`/${path}`, { method: 'POST', headers, body: '{}' })).status).toBe(404);
  },
);

test('without a port it answers nowhere', async () => {
  const settings = { HEALTH_PORT: undefined, METRICS_TOKEN: undefined, SLIPWAY_SANDBOX: '0' } as const;
  const state = { log: pino({ level: 'silent' }), followedAt: () => NOW, now: () => NOW };
  expect(await startSignerHealth(state, settings, metrics)).toBeUndefined();
});
