import { describe, expect, test } from 'vitest';
import { createMetrics } from './metrics.ts';

async function listLines(metrics: ReturnType<typeof createMetrics>, name: string): Promise<string[]> {
  const text = await metrics.render();
  return text.split('\n').filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `));
}

describe('calls', () => {
  test('are counted by answer and timed by name', async () => {
    const metrics = createMetrics();
    metrics.observeCall('offerInquiry', '200', 200, 0.004);
    metrics.observeCall('offerInquiry', '200', 200, 0.3);
    metrics.observeCall('offerInquiry', '5003', 200, 0.004);
    expect(await listLines(metrics, 'slipway_calls_total')).toEqual([
      'slipway_calls_total{call="offerInquiry",resp_code="200",http_status="200"} 2',
      'slipway_calls_total{call="offerInquiry",resp_code="5003",http_status="200"} 1',
    ]);
    const buckets = await listLines(metrics, 'slipway_call_duration_seconds_bucket');
    expect(buckets).toContain('slipway_call_duration_seconds_bucket{le="0.005",call="offerInquiry"} 2');
    expect(buckets).toContain('slipway_call_duration_seconds_bucket{le="0.5",call="offerInquiry"} 3');
  });

  test('have one label for all unknown names and codes', async () => {
    const metrics = createMetrics();
    for (let guess = 0; guess < 500; guess++)
      metrics.observeCall(`guess${guess}`, `code${guess}`, 10_000 + guess, 0.001);
    metrics.observeCall('constructor', '200', 200, 0.001);
    expect(await listLines(metrics, 'slipway_calls_total')).toEqual([
      'slipway_calls_total{call="unknown",resp_code="unknown",http_status="unknown"} 500',
      'slipway_calls_total{call="unknown",resp_code="200",http_status="200"} 1',
    ]);
    expect(await listLines(metrics, 'slipway_call_duration_seconds_count')).toHaveLength(1);
  });
});

describe('jobs', () => {
  test('are counted by outcome', async () => {
    const metrics = createMetrics();
    metrics.countJob('capture_payment', 'done', 0.2);
    metrics.countJob('capture_payment', 'retried', 0.2);
    metrics.countJob('capture_payment', 'done', 0.2);
    expect(await listLines(metrics, 'slipway_jobs_total')).toEqual([
      'slipway_jobs_total{effect="capture_payment",outcome="done"} 2',
      'slipway_jobs_total{effect="capture_payment",outcome="retried"} 1',
    ]);
    expect(await listLines(metrics, 'slipway_job_duration_seconds_count')).toEqual([
      'slipway_job_duration_seconds_count{effect="capture_payment"} 3',
    ]);
  });

  test('have a limited number of names', async () => {
    const metrics = createMetrics();
    for (let count = 0; count < 1_000; count++) metrics.countJob(`effect${count}`, 'done', 0.1);
    expect(await listLines(metrics, 'slipway_jobs_total')).toHaveLength(201);
  });
});

test('exports the counter of unreadable configuration changes before the first one', async () => {
  const metrics = createMetrics();
  expect(await listLines(metrics, 'slipway_configuration_unread_total')).toEqual([
    'slipway_configuration_unread_total 0',
  ]);
  metrics.countUnreadConfiguration();
  expect(await listLines(metrics, 'slipway_configuration_unread_total')).toEqual([
    'slipway_configuration_unread_total 1',
  ]);
});

describe('gauges', () => {
  test('are read on request and drop labels that no longer occur', async () => {
    const metrics = createMetrics();
    let waiting: Record<string, number> = { paid: 2, converting: 1 };
    metrics.collect('slipway_orders', 'Orders by status', ['status'], async () =>
      Object.entries(waiting).map(([status, value]) => ({ labels: { status }, value })),
    );
    expect(await listLines(metrics, 'slipway_orders')).toEqual([
      'slipway_orders{status="paid"} 2',
      'slipway_orders{status="converting"} 1',
    ]);
    waiting = { paid: 5 };
    expect(await listLines(metrics, 'slipway_orders')).toEqual(['slipway_orders{status="paid"} 5']);
  });

  test('are empty and counted when their read fails, without affecting others', async () => {
    const metrics = createMetrics();
    let isDatabaseAway = false;
    metrics.collect('slipway_queue_depth', 'Jobs waiting', [], async () => {
      if (isDatabaseAway) throw new Error('database is away');
      return [{ labels: {}, value: 7 }];
    });
    metrics.collect('slipway_price_age_seconds', 'Age of the newest price', ['pair'], async () => [
      { labels: { pair: 'BTC/EUR' }, value: 1.5 },
    ]);
    expect(await listLines(metrics, 'slipway_queue_depth')).toEqual(['slipway_queue_depth 7']);
    isDatabaseAway = true;
    expect(await listLines(metrics, 'slipway_queue_depth')).not.toContain('slipway_queue_depth 7');
    expect(await listLines(metrics, 'slipway_price_age_seconds')).toEqual([
      'slipway_price_age_seconds{pair="BTC/EUR"} 1.5',
    ]);
    expect(await listLines(metrics, 'slipway_metric_read_failures_total')).toContain(
      'slipway_metric_read_failures_total{metric="slipway_queue_depth"} 2',
    );
  });

  test('are skipped when their read times out', async () => {
    const metrics = createMetrics({ readTimeoutMs: 5 });
    metrics.collect('slipway_queue_depth', 'Jobs waiting', ['queue'], () => new Promise(() => {}));
    expect(await listLines(metrics, 'slipway_queue_depth')).toEqual([]);
    expect(await listLines(metrics, 'slipway_metric_read_failures_total')).toEqual([
      'slipway_metric_read_failures_total{metric="slipway_queue_depth"} 1',
    ]);
  });
});

test('two instances count separately and both export process metrics', async () => {
  const first = createMetrics();
  const second = createMetrics();
  first.observeCall('payList', '200', 200, 0.001);
  expect(await listLines(second, 'slipway_calls_total')).toEqual([]);
  expect(await listLines(second, 'process_resident_memory_bytes')).toHaveLength(1);
  expect(second.contentType).toMatch(/^text\/plain; version=0\.0\.4/);
});
