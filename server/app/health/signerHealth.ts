import type { Log } from '../../platform/log/log.ts';
import type { Metrics } from '../../platform/metrics/metrics.ts';
import { type HealthSettings, startHealthServer } from './healthServer.ts';
import { LIVENESS } from './liveness.ts';

export type SignerReadiness = {
  /** True if configuration, lists and clock were read from the database recently. */
  readonly database: boolean;
  /** True if this process holds the database lock that excludes other signers with its `SIGNER_NAME`. */
  readonly lock: boolean;
  /** True if workers' requests at the socket reach this process. */
  readonly socket: boolean;
};

export type SignerState = {
  readonly log: Log;
  readonly readiness: () => SignerReadiness;
  /** Does not affect readiness: a passive signer, which follows the active one, is ready too. */
  readonly isActive: () => boolean;
};

/**
 * Serves the signer's health and metrics on a server of their own, not on the signer's socket, so that its clients cannot
 * request signatures. A signer stopped by a person is still ready; its metrics report the stop.
 */
export function startSignerHealth(
  { log, readiness, isActive }: SignerState,
  settings: HealthSettings,
  metrics: Pick<Metrics, 'contentType' | 'render'>,
): Promise<{ stop(): Promise<void> } | undefined> {
  return startHealthServer(log, settings, metrics, (app) => {
    app.get('/healthz', async () => LIVENESS);
    app.get('/readyz', async (_request, reply) => {
      const parts = readiness();
      return reply.code(Object.values(parts).every(Boolean) ? 200 : 503).send({ ...parts, active: isActive() });
    });
  });
}
