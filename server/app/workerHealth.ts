import type { Metrics } from '../platform/metrics/metrics.ts';
import type { Context } from './context.ts';
import { registerHealth } from './health.ts';
import { type HealthSettings, startHealthServer } from './healthServer.ts';

/**
 * What an `api` answers to supervisors and Prometheus, of a worker that stands alone: whether it is alive and has what it
 * needs, and what its jobs and steps have done.
 */
export function startWorkerHealth(
  context: Context,
  settings: HealthSettings,
  metrics: Metrics,
): Promise<{ stop(): Promise<void> } | undefined> {
  return startHealthServer(context.log, settings, metrics, (app, liveliness) =>
    registerHealth(app, context, liveliness),
  );
}
