import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';

/** What becomes of a request whose path matches, the first one that does. */
export type ConnectionFault = {
  readonly path: RegExp;
  /** `swallow`: the server acts, its answer is lost. `gone`: a file that the server has no longer. `hang`: no answer ever. */
  readonly kind: 'swallow' | 'gone' | 'hang';
};

/** A connection to Slipway that can be cut and bent; the requests of the browser and of its worker go through it. */
export type UnreliableConnection = {
  readonly origin: string;
  /** Open sockets break, and no new one gets an answer. */
  cut(): void;
  mend(): void;
  /** Replaces all faults. */
  faults(faults: readonly ConnectionFault[]): void;
  /** What the server sends as `/sw.js` from now on. */
  changeWorker(change: (script: string) => string): void;
  close(): Promise<void>;
};

export async function openUnreliableConnection(target: string): Promise<UnreliableConnection> {
  let broken = false;
  let active: readonly ConnectionFault[] = [];
  let change: ((script: string) => string) | undefined;
  const sockets = new Set<Socket>();

  const server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? '/';
    const fault = active.find((candidate) => candidate.path.test(path))?.kind;
    if (fault === 'hang') return void incoming.resume();
    if (fault === 'gone') return void outgoing.writeHead(404, { 'cache-control': 'no-store' }).end('Not found');
    const changed = path === '/sw.js' ? change : undefined;
    const left = forward(target, incoming, (answer) => {
      if (fault === 'swallow') {
        answer.resume();
        answer.on('end', () => incoming.socket.destroy());
      } else if (changed) void sendChanged(answer, outgoing, changed);
      else {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(outgoing);
      }
    });
    outgoing.on('close', left);
  });
  server.on('connection', (socket) => {
    if (broken) return void socket.destroy();
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, 'localhost', resolve);
  });

  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    cut() {
      broken = true;
      for (const socket of sockets) socket.destroy();
    },
    mend() {
      broken = false;
    },
    faults(faults) {
      active = faults;
    },
    changeWorker(given) {
      change = given;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

/** Gives what ends the request to the server: an event stream would stay for ever. */
function forward(target: string, incoming: IncomingMessage, answered: (answer: IncomingMessage) => void): () => void {
  // Answers are looked into: they come as they are, and whole.
  const { 'if-none-match': _, 'if-modified-since': __, ...asked } = incoming.headers;
  const headers = { ...asked, 'accept-encoding': 'identity' };
  const outward = request(target + incoming.url, { method: incoming.method, headers }, answered);
  outward.on('error', () => incoming.socket.destroy());
  incoming.pipe(outward);
  return () => outward.destroy();
}

async function sendChanged(
  answer: IncomingMessage,
  outgoing: ServerResponse,
  change: (script: string) => string,
): Promise<void> {
  const script = await text(answer);
  const { 'content-length': _, etag: __, ...headers } = answer.headers;
  outgoing.writeHead(answer.statusCode ?? 502, headers);
  outgoing.end(change(script));
}
