import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Longest expected call. Connections still open after this are closed. */
const LONGEST_CALL_MS = 5_000;
const IDLE_MS = 50;

/** A graceful shutdown that drops no call. */
export type Draining = {
  /** Returns true once the shutdown has begun: the server is no longer ready. */
  isStopping(): boolean;
  /** Keeps serving for `seconds`, so that load balancers notice; then finishes pending calls and closes. */
  stop(seconds: number): Promise<void>;
};

/**
 * Registers a graceful shutdown. The server must be created without `forceCloseConnections`, and with `return503OnClosing`
 * set to false.
 */
export function registerDraining(app: FastifyInstance): Draining {
  let stopping = false;
  app.addHook('onSend', (_request, reply, _payload, done) => {
    // Clients must send their next request to another process.
    if (stopping) void reply.header('connection', 'close');
    done();
  });
  return {
    isStopping: () => stopping,
    async stop(seconds) {
      stopping = true;
      await sleep(seconds * 1_000);
      // Calls that end after the close began leave idle keep-alive connections, which would delay its end.
      const idle = setInterval(() => app.server.closeIdleConnections(), IDLE_MS);
      const forcing = setTimeout(() => app.server.closeAllConnections(), LONGEST_CALL_MS);
      try {
        await app.close();
      } finally {
        clearInterval(idle);
        clearTimeout(forcing);
      }
    },
  };
}
