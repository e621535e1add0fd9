import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';

/** A fault of a request; the first one whose path matches applies. */
export type ConnectionFault = {
  readonly path: RegExp;
  /**
   * `swallow`: the server acts, but its response is lost. `gone`: a file that the server no longer has. `hang`: there is
   * never a response.
   */
  readonly kind: 'swallow' | 'gone' | 'hang';
};

/** A connection to Slipway that can be cut and disturbed; it carries the requests of the page and of its service worker. */
export type UnreliableConnection = {
  readonly origin: string;
  /** Destroys open sockets and every new one. */
  cut(): void;
  restore(): void;
  /** Replaces all faults. */
  faults(faults: readonly ConnectionFault[]): void;
  /** Changes what the server sends as `/sw.js` from now on. */
  changeWorker(change: (script: string) => string): void;
  close(): Promise<void>;
};

export async function openUnreliableConnection(target: string): Promise<UnreliableConnection> {
  let isCut = false;
  let active: readonly ConnectionFault[] = [];
  let change: ((script: string) => string) | undefined;
  const sockets = new Set<Socket>();

  const server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? '/';
    const fault = active.find((candidate) => candidate.path.test(path))?.kind;
    if (fault === 'hang') return void incoming.resume();
    if (fault === 'gone') return void outgoing.writeHead(404, { 'cache-control': 'no-store' }).end('Not found');
    const changed = path === '/sw.js' ? change : undefined;
    const abortRequest = forward(target, incoming, (answer) => {
      if (fault === 'swallow') {
        answer.resume();
        answer.on('end', () => incoming.socket.destroy());
      } else if (changed) void sendModified(answer, outgoing, changed);
      else {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      }
    });
    outgoing.on('close', abortRequest);
  });
  server.on('connection', (socket) => {
    if (isCut) return void socket.destroy();
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, 'localhost', resolve);
  });

  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    cut() {
      isCut = true;
      for (const socket of sockets) socket.destroy();
    },
    restore() {
      isCut = false;
    },
    faults(faults) {
      active = faults;
    },
    changeWorker(nextChange) {
      change = nextChange;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

/** Forwards a request. Returns a function that aborts it: an event stream would never end. */
function forward(target: string, incoming: IncomingMessage, onAnswer: (answer: IncomingMessage) => void): () => void {
  // Responses are inspected, so request them uncompressed and unconditionally.
  const { 'if-none-match': _, 'if-modified-since': __, ...forwardedHeaders } = incoming.headers;
  const headers = { ...forwardedHeaders, 'accept-encoding': 'identity' };
  const outward = request(target + incoming.url, { method: incoming.method, headers }, onAnswer);
  outward.on('error', () => incoming.socket.destroy());
  incoming.pipe(outward);
  return () => outward.destroy();
}

async function sendModified(
  answer: IncomingMessage,
  outgoing: ServerResponse,
  change: (script: string) => string,
): Promise<void> {
  const script = await text(answer);
  const { 'content-length': _, etag: __, ...headers } = answer.headers;
  outgoing.writeHead(answer.statusCode ?? 502, headers);
  outgoing.end(change(script));
}
