import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { VERSION } from '../../platform/version.ts';
import { findFreePort } from './freePort.testing.ts';
import { startSignerHealth } from './signerHealth.ts';

const TOKEN = 'a-token-of-sixteen';
const ready = { database: true, lock: true, socket: true };
const metrics = { contentType: 'text/plain', render: async () => 'slipway_signer_stopped 0\n' };

async function startTestHealth(readiness = ready) {
  const port = await findFreePort();
  const settings = {
    HEALTH_PORT: port,
    METRICS_TOKEN: TOKEN,
    LISTEN_ADDRESS: '127.0.0.1',
    SLIPWAY_SANDBOX: '1',
  } as const;
  const state = { log: pino({ level: 'silent' }), readiness: () => readiness, isActive: () => false };
  const health = await startSignerHealth(state, settings, metrics);
  onTestFinished(() => health?.stop());
  return (path: string, init: RequestInit = {}) => fetch(`http://127.0.0.1:${port}${path}`, init);
}

test.each([
  ['everything it needs', 200, ready],
  ['a database not read recently', 503, { ...ready, database: false }],
  ['a lost lock', 503, { ...ready, lock: false }],
  ['a socket of another signer', 503, { ...ready, socket: false }],
])('the signer with %s answers %s', async (_what, status, readiness) => {
  const get = await startTestHealth(readiness);
  const alive = await get('/healthz');
  expect([alive.status, await alive.json()]).toEqual([200, { alive: true, version: VERSION }]);
  const answer = await get('/readyz');
  expect([answer.status, await answer.json()]).toEqual([status, { ...readiness, active: false }]);
});

test('serves metrics only with the token', async () => {
  const get = await startTestHealth();
  expect((await get('/metrics')).status).toBe(404);
  const answer = await get('/metrics', { headers: { authorization: `Bearer ${TOKEN}` } });
  expect(await answer.text()).toBe('slipway_signer_stopped 0\n');
});

test.each(['clear', 'pay', 'cancel', 'transfers/clear', 'transfers/release', 'withdrawals/release'])(
  'does not serve %s',
  async (path) => {
    const get = await startTestHealth();
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` };
    expect((await get(`/${path}`, { method: 'POST', headers, body: '{}' })).status).toBe(404);
  },
);

test('does not listen without a port', async () => {
  const settings = {
    HEALTH_PORT: undefined,
    METRICS_TOKEN: undefined,
    LISTEN_ADDRESS: '127.0.0.1',
    SLIPWAY_SANDBOX: '0',
  } as const;
  const state = { log: pino({ level: 'silent' }), readiness: () => ready, isActive: () => true };
  expect(await startSignerHealth(state, settings, metrics)).toBeUndefined();
});
