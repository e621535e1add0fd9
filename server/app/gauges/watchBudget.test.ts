import sql from 'sql-template-tag';
import { expect, test } from 'vitest';
import { openOwnDatabase } from '../../platform/database/ownDatabase.testing.ts';
import { createMetrics } from '../../platform/metrics/metrics.ts';
import { collectBudget, createBudgetWatch } from './watchBudget.ts';

const { database } = await openOwnDatabase(2);

function vendor(id: string) {
  const state = { remaining: 14, most: 14, waitSeconds: 0 };
  return { id, state, budget: () => state };
}

const listAlerts = async (id: string) =>
  database.many<{ facts: object; times: number }>(
    sql`select facts, times from operator_alerts where kind = 'vendor_budget_low' and facts ->> 'vendor' = ${id}`,
  );

test('raises one alert when a limit is nearly used up for two minutes, before orders wait', async () => {
  const low = vendor('low');
  let nowMs = 0;
  const watch = createBudgetWatch(database, low, () => nowMs);
  low.state.remaining = 2;
  for (; nowMs < 115_000; nowMs += 5_000) await watch();
  expect(await listAlerts('low')).toEqual([]);
  for (; nowMs < 130_000; nowMs += 5_000) await watch();
  expect(await listAlerts('low')).toEqual([
    { facts: { vendor: 'low', remaining: 2, most: 14, waitSeconds: 0 }, times: 1 },
  ]);
});

test('raises no alert when the limit recovers in between', async () => {
  const burst = vendor('burst');
  let nowMs = 0;
  const watch = createBudgetWatch(database, burst, () => nowMs);
  for (; nowMs < 600_000; nowMs += 5_000) {
    burst.state.remaining = nowMs % 60_000 === 0 ? 14 : 0;
    await watch();
  }
  expect(await listAlerts('burst')).toEqual([]);
});

test('exports what is left of each limit and how long an order waits for it', async () => {
  const metrics = createMetrics();
  const kraken = vendor('kraken');
  Object.assign(kraken.state, { remaining: 7, waitSeconds: 3 });
  collectBudget(metrics, kraken);
  const text = await metrics.render();
  expect(text).toContain('slipway_vendor_budget_left{vendor="kraken"} 0.5');
  expect(text).toContain('slipway_vendor_budget_wait_seconds{vendor="kraken"} 3');
});
