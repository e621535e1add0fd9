import fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import type { Environment } from '../platform/config/environment.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import { registerMetrics } from '../platform/metrics/registerMetrics.ts';
import type { Context } from './context.ts';
import { registerHealth } from './health.ts';

type HealthSettings = Pick<Environment, 'HEALTH_PORT' | 'METRICS_TOKEN' | 'SLIPWAY_SANDBOX'>;

/**
 * What an `api` answers to supervisors and Prometheus, of a worker that stands alone: whether it is alive and has what it
 * needs, and what its jobs and steps have done. Nothing else is served, and nothing where no port is set.
 */
export async function startWorkerHealth(
  context: Context,
  { HEALTH_PORT: port, METRICS_TOKEN: token, SLIPWAY_SANDBOX: sandbox }: HealthSettings,
  metrics: Metrics,
): Promise<{ stop(): Promise<void> } | undefined> {
  if (port === undefined) return undefined;
  const loggerInstance: FastifyBaseLogger = context.log;
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
  });
  registerHealth(app, context);
  registerMetrics(app, metrics, { token });
  await app.listen({ port, host: sandbox === '1' ? '127.0.0.1' : '0.0.0.0' });
  return { stop: () => app.close() };
}
