import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { forwardToServer } from './forwardToServer.ts';

const opened: Server[] = [];
afterEach(() => {
  for (const server of opened.splice(0)) server.close();
});

async function listen(answer: RequestListener, port = 0): Promise<number> {
  const server = createServer(answer);
  opened.push(server);
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Returns a port on which no server is listening yet. */
async function findFreePort(): Promise<number> {
  const port = await listen(() => undefined);
  opened.pop()?.close();
  return port;
}

const echo: RequestListener = (request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const type = request.url === '/page' ? 'text/html; charset=utf-8' : 'application/json';
    response.writeHead(201, { 'content-type': type, 'content-security-policy': "script-src 'self'" });
    response.end(`${request.method} ${request.url} ${request.headers.host} ${Buffer.concat(chunks).toString()}`);
  });
};

test('forwards requests and responses unchanged, and relaxes the policy of a page for reloading', async () => {
  const server = await listen(echo);
  const front = await listen((request, response) => void forwardToServer(server, request, response));
  const answer = await fetch(`http://127.0.0.1:${front}/gateway?a=1`, { method: 'POST', body: 'what was sent' });
  expect([answer.status, await answer.text()]).toEqual([201, `POST /gateway?a=1 127.0.0.1:${front} what was sent`]);
  expect(answer.headers.get('content-security-policy')).toBe("script-src 'self'");
  const page = await fetch(`http://127.0.0.1:${front}/page`);
  expect(page.headers.get('content-security-policy')).toBe("script-src 'self' 'unsafe-inline'");
});

test('waits for a restarting server and sends the request once', async () => {
  const server = await findFreePort();
  const arrived = Promise.withResolvers<void>();
  const front = await listen((request, response) => {
    void forwardToServer(server, request, response);
    arrived.resolve();
  });
  const pendingResponse = fetch(`http://127.0.0.1:${front}/order`, { method: 'POST', body: 'one order' });
  await arrived.promise;
  // Long enough for some attempts to fail.
  await sleep(200);
  let count = 0;
  await listen((request, response) => {
    count += 1;
    echo(request, response);
  }, server);
  expect(await (await pendingResponse).text()).toContain('one order');
  expect(count).toBe(1);
});
