import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Environment } from '../platform/config/environment.ts';
import type { Log } from '../platform/log/log.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import { registerMetrics } from '../platform/metrics/registerMetrics.ts';

export type HealthSettings = Pick<Environment, 'HEALTH_PORT' | 'METRICS_TOKEN' | 'SLIPWAY_SANDBOX'>;

/**
 * Where a process that answers nobody else answers supervisors and Prometheus: on every interface, or in the sandbox on this
 * machine alone. Nothing is served where no port is set.
 */
export async function startHealthServer(
  log: Log,
  { HEALTH_PORT: port, METRICS_TOKEN: token, SLIPWAY_SANDBOX: sandbox }: HealthSettings,
  metrics: Pick<Metrics, 'contentType' | 'render'>,
  register: (app: FastifyInstance) => void,
): Promise<{ stop(): Promise<void> } | undefined> {
  if (port === undefined) return undefined;
  const loggerInstance: FastifyBaseLogger = log;
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: true,
  });
  register(app);
  registerMetrics(app, metrics, { token });
  await app.listen({ port, host: sandbox === '1' ? '127.0.0.1' : '0.0.0.0' });
  return { stop: () => app.close() };
}
