import { type IncomingMessage, request, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { policyForReloading } from './policy.ts';

/** A server that starts again is waited for. */
const PATIENCE_MS = 12_000;
const ASK_EVERY_MS = 50;

/** Answers as the server on the port does, with a policy under which pages can be reloaded. */
export async function passToServer(port: number, incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
  if (!(await isListening(port, PATIENCE_MS))) {
    answer.writeHead(503, { 'content-type': 'text/plain', 'retry-after': '1' });
    answer.end('The server does not run: the terminal of npm run dev says why.\n');
    return;
  }
  const passed = request(
    { host: '127.0.0.1', port, method: incoming.method, path: incoming.url, headers: incoming.headers },
    (answered) => {
      const policy = answered.headers['content-security-policy'];
      const isPage = answered.headers['content-type']?.startsWith('text/html') === true;
      answer.writeHead(answered.statusCode ?? 502, {
        ...answered.headers,
        ...(typeof policy === 'string' && isPage && { 'content-security-policy': policyForReloading(policy) }),
      });
      answered.pipe(answer);
      answered.on('error', () => answer.destroy());
    },
  );
  // The server has been stopped in the middle: so is the answer, and the browser asks again as it would in production.
  passed.on('error', () => answer.destroy());
  answer.on('close', () => passed.destroy());
  incoming.pipe(passed);
}

async function isListening(port: number, patienceMs: number): Promise<boolean> {
  const deadline = performance.now() + patienceMs;
  while (!(await connects(port))) {
    if (performance.now() > deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, ASK_EVERY_MS));
  }
  return true;
}

function connects(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
