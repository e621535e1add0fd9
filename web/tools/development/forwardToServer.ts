import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { relaxPolicyForReloading } from './relaxPolicy.ts';

/** Maximum time to wait for a restarting server. */
const SERVER_TIMEOUT_MS = 12_000;
const POLL_MS = 50;

/** Forwards a request to the server on the port, and relaxes the Content-Security-Policy so that pages can hot-reload. */
export async function forwardToServer(port: number, incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
  if (!(await isListening(port, SERVER_TIMEOUT_MS))) {
    answer.writeHead(503, { 'content-type': 'text/plain', 'retry-after': '1' });
    answer.end('The server does not run: see the terminal of npm run dev.\n');
    return;
  }
  const forwarded = request(
    { host: '127.0.0.1', port, method: incoming.method, path: incoming.url, headers: incoming.headers },
    (serverResponse) => {
      const policy = serverResponse.headers['content-security-policy'];
      const isPage = serverResponse.headers['content-type']?.startsWith('text/html') === true;
      answer.writeHead(serverResponse.statusCode ?? 502, {
        ...serverResponse.headers,
        ...(typeof policy === 'string' && isPage && { 'content-security-policy': relaxPolicyForReloading(policy) }),
      });
      serverResponse.pipe(answer);
      serverResponse.on('error', () => answer.destroy());
    },
  );
  // The server was stopped during the response: abort ours too, and the browser retries as in production.
  forwarded.on('error', () => answer.destroy());
  answer.on('close', () => forwarded.destroy());
  incoming.pipe(forwarded);
}

async function isListening(port: number, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (!(await canConnect(port))) {
    if (performance.now() > deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  return true;
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
