import pg from 'pg';
import type { Log } from '../log/log.ts';

const RECONNECT_MS = 1_000;

export type ChannelListener = {
  /** Called with the payloads of one or more announcements, oldest first. */
  receive(payloads: readonly string[]): void;
  /** Called after every (re)connection: notifications sent in between were missed. */
  connected(): void;
};

/** Runs `LISTEN` on a dedicated connection and reconnects whenever it breaks. */
export function listenToChannel(
  databaseUrl: string,
  channel: string,
  log: Log,
  listener: ChannelListener,
): { stop(): Promise<void> } {
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  function connectLater(): void {
    if (stopped || timer) return;
    timer = setTimeout(() => {
      timer = undefined;
      connect();
    }, RECONNECT_MS);
  }

  function connect(): void {
    const next = new pg.Client({ connectionString: databaseUrl, keepAlive: true });
    client = next;
    next.on('notification', ({ payload = '' }) => listener.receive(payload.split('\n')));
    next.on('error', (error: Error) => {
      log.warn({ channel, error }, 'listening was interrupted');
      connectLater();
    });
    next.on('end', connectLater);
    next
      .connect()
      .then(() => next.query(`listen ${pg.escapeIdentifier(channel)}`))
      .then(() => listener.connected())
      .catch(() => connectLater());
  }

  connect();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await client?.end().catch(() => undefined);
    },
  };
}
