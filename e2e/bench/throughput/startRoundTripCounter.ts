import { connect, createServer, type Socket } from 'node:net';

/** Messages of a client after which it waits for the server (PostgreSQL's protocol 3.0, "Message Formats"): Query and Sync. */
const AWAITED_MESSAGE_TYPES = new Set(['Q'.charCodeAt(0), 'S'.charCodeAt(0)]);
const LENGTH_BYTES = 4;

export type RoundTripCounter = {
  /** Connects to the same database through the counter. */
  readonly databaseUrl: string;
  /** Returns the count since the last call. */
  take(): number;
  stop(): Promise<void>;
};

/** Starts a proxy between a process and its database that counts the round trips. */
export async function startRoundTripCounter(databaseUrl: string): Promise<RoundTripCounter> {
  const { hostname, port } = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let count = 0;
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    }
    const read = createMessageReader((type) => {
      if (AWAITED_MESSAGE_TYPES.has(type)) count += 1;
    });
    client.on('data', read).pipe(upstream).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('The counter listens on no port.');
  const address = new URL(databaseUrl);
  address.hostname = '127.0.0.1';
  address.port = String(bound.port);
  return {
    databaseUrl: address.toString(),
    take() {
      const taken = count;
      count = 0;
      return taken;
    },
    stop() {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** Calls back with the type of each client message, however the stream is split. The startup message has no type. */
function createMessageReader(onMessage: (type: number) => void): (chunk: Buffer) => void {
  let unread: Buffer = Buffer.alloc(0);
  let isStarted = false;
  return (chunk) => {
    unread = unread.length === 0 ? chunk : Buffer.concat([unread, chunk]);
    for (;;) {
      const typeBytes = isStarted ? 1 : 0;
      if (unread.length < typeBytes + LENGTH_BYTES) return;
      const end = typeBytes + unread.readUInt32BE(typeBytes);
      if (unread.length < end) return;
      if (isStarted) onMessage(unread.readUInt8(0));
      isStarted = true;
      unread = unread.subarray(end);
    }
  };
}
