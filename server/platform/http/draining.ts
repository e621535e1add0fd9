import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Longer than any call takes; whoever has not read its answer by then is left. */
const LONGEST_CALL_MS = 5_000;
const IDLE_MS = 50;

/** The end of a server, in which no call is dropped. */
export type Draining = {
  /** It is about to end, and ready for nothing new. */
  isStopping(): boolean;
  /** Serves on for so many seconds, in which balancers notice; then finishes what is in hand, and closes. */
  stop(seconds: number): Promise<void>;
};

/** The server must be made without `forceCloseConnections`, and with `return503OnClosing` off. */
export function registerDraining(app: FastifyInstance): Draining {
  let stopping = false;
  app.addHook('onSend', (_request, reply, _payload, done) => {
    // The next request on this connection is another process's.
    if (stopping) void reply.header('connection', 'close');
    done();
  });
  return {
    isStopping: () => stopping,
    async stop(seconds) {
      stopping = true;
      await sleep(seconds * 1_000);
      // What ends after the server has begun to close leaves a connection that waits for more.
      const idle = setInterval(() => app.server.closeIdleConnections(), IDLE_MS);
      const leaving = setTimeout(() => app.server.closeAllConnections(), LONGEST_CALL_MS);
      try {
        await app.close();
      } finally {
        clearInterval(idle);
        clearTimeout(leaving);
      }
    },
  };
}
