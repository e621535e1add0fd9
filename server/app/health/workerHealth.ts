import type { Metrics } from '../../platform/metrics/metrics.ts';
import type { Context } from '../context.ts';
import { registerHealth } from './health.ts';
import { type HealthSettings, startHealthServer } from './healthServer.ts';

/**
 * Serves the health and metrics of a worker that runs as its own process, as an `api` does: liveness, readiness, and the
 * outcomes of jobs and steps.
 */
export function startWorkerHealth(
  context: Context,
  settings: HealthSettings,
  metrics: Metrics,
): Promise<{ stop(): Promise<void> } | undefined> {
  return startHealthServer(context.log, settings, metrics, (app, liveness) => registerHealth(app, context, liveness));
}
