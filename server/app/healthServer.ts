import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Environment } from '../platform/config/environment.ts';
import { registerDraining } from '../platform/http/draining.ts';
import { watchEventLoop } from '../platform/http/eventLoop.ts';
import type { Log } from '../platform/log/log.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import { registerMetrics } from '../platform/metrics/registerMetrics.ts';
import type { Liveliness } from './health.ts';

export type HealthSettings = Pick<Environment, 'HEALTH_PORT' | 'METRICS_TOKEN' | 'SLIPWAY_SANDBOX'>;

/**
 * Where a process that answers nobody else answers supervisors and Prometheus: on every interface, or in the sandbox on this
 * machine alone. Nothing is served where no port is set.
 */
export async function startHealthServer(
  log: Log,
  { HEALTH_PORT: port, METRICS_TOKEN: token, SLIPWAY_SANDBOX: sandbox }: HealthSettings,
  metrics: Pick<Metrics, 'contentType' | 'render'>,
  register: (app: FastifyInstance, liveliness: Liveliness) => void,
): Promise<{ stop(): Promise<void> } | undefined> {
  if (port === undefined) return undefined;
  const loggerInstance: FastifyBaseLogger = log;
  const app = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    return503OnClosing: false,
  });
  const eventLoop = watchEventLoop();
  const draining = registerDraining(app);
  register(app, { ...eventLoop, ...draining });
  registerMetrics(app, metrics, { token });
  await app.listen({ port, host: sandbox === '1' ? '127.0.0.1' : '0.0.0.0' });
  return {
    async stop() {
      await draining.stop(0);
      eventLoop.stop();
    },
  };
}
