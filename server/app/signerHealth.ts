import type { Log } from '../platform/log/log.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import { type HealthSettings, startHealthServer } from './healthServer.ts';

/** A database that was not read for so long is away. */
const FOLLOWED_WITHIN_MS = 30_000;

export type SignerState = {
  readonly log: Log;
  /** When the configuration, the lists and the clock of the database were last read. */
  readonly followedAt: () => Date;
  /** Of this machine. */
  now(): Date;
};

/**
 * Whether the signer is alive and follows the database, and its metrics. It is another server than the one at its socket: who
 * reaches this one can ask for nothing to be signed. A signer that a person has stopped is ready all the same; its metrics say so.
 */
export function startSignerHealth(
  { log, followedAt, now }: SignerState,
  settings: HealthSettings,
  metrics: Pick<Metrics, 'contentType' | 'render'>,
): Promise<{ stop(): Promise<void> } | undefined> {
  return startHealthServer(log, settings, metrics, (app) => {
    app.get('/healthz', async () => ({ alive: true }));
    app.get('/readyz', async (_request, reply) => {
      const database = now().getTime() - followedAt().getTime() <= FOLLOWED_WITHIN_MS;
      return reply.code(database ? 200 : 503).send({ database });
    });
  });
}
