import { connect, createServer, type Socket } from 'node:net';

/** A TCP proxy to a database, with which a test can simulate network failures. */
export type CuttableProxy = {
  /** Returns the URL of the same database through the proxy. */
  through(url: string): string;
  /** Closes every connection, and refuses new ones. */
  cut(): void;
  /** Stops forwarding without closing connections, like a network that drops all packets. */
  silence(): void;
  /** Forwards again. Connections that were silent are closed: their packets were lost. */
  heal(): void;
  stop(): Promise<void>;
};

export async function startCuttableProxy(databaseUrl: string): Promise<CuttableProxy> {
  const { hostname, port } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let state: 'open' | 'cut' | 'silent' = 'open';

  const server = createServer((incoming) => {
    if (state === 'cut') return void incoming.destroy();
    const outgoing = connect({ host: hostname, port: Number(port || 5432) });
    for (const [from, to] of [
      [incoming, outgoing],
      [outgoing, incoming],
    ] as const) {
      sockets.add(from);
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
      from.on('data', (bytes) => {
        if (state === 'open') to.write(bytes);
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const proxyPort = typeof address === 'object' && address ? address.port : 0;
  const destroyAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    through(url) {
      const changed = new URL(url);
      changed.hostname = '127.0.0.1';
      changed.port = String(proxyPort);
      return changed.href;
    },
    cut() {
      state = 'cut';
      destroyAll();
    },
    silence() {
      state = 'silent';
    },
    heal() {
      if (state === 'silent') destroyAll();
      state = 'open';
    },
    async stop() {
      destroyAll();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
