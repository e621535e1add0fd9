import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Environment } from '../../platform/config/environment.ts';
import { type ListenSettings, listen } from '../../platform/http/listen.ts';
import { registerDraining } from '../../platform/http/overload/draining.ts';
import { watchEventLoop } from '../../platform/http/overload/eventLoop.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import { registerMetrics } from '../../platform/metrics/registerMetrics.ts';
import type { Liveness } from './health.ts';

export type HealthSettings = Pick<Environment, 'HEALTH_PORT' | 'METRICS_TOKEN'> & ListenSettings;

/**
 * Serves health and metrics of a process without other endpoints, at LISTEN_ADDRESS and HEALTH_PORT. Serves nothing if no
 * port is set.
 */
export async function startHealthServer(
  log: Log,
  settings: HealthSettings,
  metrics: Pick<Metrics, 'contentType' | 'render'>,
  register: (app: FastifyInstance, liveness: Liveness) => void,
): Promise<{ stop(): Promise<void> } | undefined> {
  const { HEALTH_PORT: port, METRICS_TOKEN: token } = settings;
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
  await listen(app, port, settings);
  return {
    async stop() {
      await draining.stop(0);
      eventLoop.stop();
    },
  };
}
