import fastify from 'fastify';
import { expect, test } from 'vitest';
import { emptyPriceBook, type PriceBook } from '../../purchase/quote/priceBook.ts';
import type { Context } from '../context.ts';
import type { VendorState } from '../guard/guard.ts';
import { registerHealth } from './health.ts';

const observedAt = new Date(Date.now() + 60_000);
const priced: PriceBook = {
  ...emptyPriceBook,
  markets: new Map([['BTC/EUR', { mid: { coefficient: 60_000n, scale: 0 }, trusted: true, observedAt }]]),
};
const passed: VendorState = { id: 'stripe', family: 'card', state: 'passed', detail: '' };
const healthy = { disk: true, signer: true, isUnready: false };
const healthyContext = {
  database: { now: async () => new Date() },
  isConfigurationFollowed: () => true,
  prices: () => priced,
  vendorStates: () => [passed],
  heartbeats: { readiness: () => healthy },
};

const healthyLiveness = { longestStallMs: () => 40, isStopping: () => false };

async function fetchReadiness(change: object, liveness: Partial<typeof healthyLiveness> = {}) {
  const app = fastify();
  registerHealth(app, { ...healthyContext, ...change } as unknown as Context, { ...healthyLiveness, ...liveness });
  const answer = await app.inject('/readyz');
  await app.close();
  return { status: answer.statusCode, body: answer.json<unknown>() };
}

const ready = {
  database: true,
  configuration: true,
  prices: true,
  responsive: true,
  stopping: false,
  disk: true,
  signer: true,
  vendors: { stripe: 'passed' },
};

test('is ready when everything works', async () => {
  expect(await fetchReadiness({})).toEqual({ status: 200, body: ready });
});

test('is ready when a vendor is rate-limited, and reports the vendor as busy', async () => {
  const busy = { ...passed, id: 'kraken', state: 'busy' };
  expect(await fetchReadiness({ vendorStates: () => [passed, busy] })).toEqual({
    status: 200,
    body: { ...ready, vendors: { stripe: 'passed', kraken: 'busy' } },
  });
});

test.each([
  ['its database', { database: { now: () => Promise.reject(new Error('away')) } }, { database: false }],
  ['the newest configuration', { isConfigurationFollowed: () => false }, { configuration: false }],
  ['fresh prices', { prices: () => emptyPriceBook }, { prices: false }],
  [
    'space on its disk',
    { heartbeats: { readiness: () => ({ ...healthy, disk: false, isUnready: true }) } },
    { disk: false },
  ],
  [
    'its signer',
    { heartbeats: { readiness: () => ({ ...healthy, signer: false, isUnready: true }) } },
    { signer: false },
  ],
  ['a vendor', { vendorStates: () => [{ ...passed, state: 'waiting' }] }, { vendors: { stripe: 'waiting' } }],
])('is not ready without %s, and reports it', async (_what, change, expected) => {
  expect(await fetchReadiness(change)).toEqual({ status: 503, body: { ...ready, ...expected } });
});

test.each([
  ['has just stalled for seconds', { longestStallMs: () => 2_500 }, { responsive: false }],
  ['is stopping', { isStopping: () => true }, { stopping: true }],
])('is not ready when it %s, and reports it', async (_what, liveness, expected) => {
  expect(await fetchReadiness({}, liveness)).toEqual({ status: 503, body: { ...ready, ...expected } });
});
