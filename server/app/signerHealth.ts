import type { Log } from '../platform/log/log.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import { type HealthSettings, startHealthServer } from './healthServer.ts';

export type SignerReadiness = {
  /** The configuration, the lists and the clock of the database were read lately. */
  readonly database: boolean;
  /** No other signer may sign. */
  readonly lock: boolean;
  /** Workers that ask at the socket reach this process. */
  readonly socket: boolean;
};

export type SignerState = {
  readonly log: Log;
  readonly readiness: () => SignerReadiness;
};

/**
 * Serves the signer's health and metrics, by another server than the one at its socket: a client of this one can ask for nothing
 * to be signed. A signer that a person has stopped is ready all the same; its metrics report the stop.
 */
export function startSignerHealth(
  { log, readiness }: SignerState,
  settings: HealthSettings,
  metrics: Pick<Metrics, 'contentType' | 'render'>,
): Promise<{ stop(): Promise<void> } | undefined> {
  return startHealthServer(log, settings, metrics, (app) => {
    app.get('/healthz', async () => ({ alive: true }));
    app.get('/readyz', async (_request, reply) => {
      const parts = readiness();
      return reply.code(Object.values(parts).every(Boolean) ? 200 : 503).send(parts);
    });
  });
}
