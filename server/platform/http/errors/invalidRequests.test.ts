import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSecurityHeaders, registerSecurityHeaders } from '../headers/securityHeaders.ts';
import { createInvalidRequestOptions, REQUEST_TIMEOUT_MS, routeNodeRefusals } from './invalidRequests.ts';
import { answerError } from './sendError.ts';

const buildHeaders = createSecurityHeaders({
  acquirer: { scriptOrigins: [], frameOrigins: [], connectOrigins: [] },
  secure: true,
});
let app: FastifyInstance;

beforeAll(async () => {
  app = fastify({ ...createInvalidRequestOptions(buildHeaders) });
  registerSecurityHeaders(app, buildHeaders);
  routeNodeRefusals(app);
  app.setErrorHandler(answerError);
  app.get('/languages/:file', async () => 'a language');
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => app.close());

test.each([
  ['/%', 400],
  ['/%E0%A4%A', 400],
  ['/languages/%ff', 400],
  [`/languages/${'x'.repeat(101)}`, 404],
  ['/nothing', 404],
  ['/languages/one', 200],
])('answers %s with the security headers', async (url, status) => {
  const answer = await app.inject(url);
  expect(answer.statusCode).toBe(status);
  expect(answer.headers).toMatchObject(buildHeaders(url));
});

test.each([
  ['a path of 20,000 characters', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nHost: a\r\n\r\n`, 431],
  ['text that is not HTTP', 'HELLO\r\n\r\n', 400],
  ['a request without a host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['an expectation', 'GET /nothing HTTP/1.1\r\nHost: a\r\nExpect: tea\r\nConnection: close\r\n\r\n', 404],
  [
    'a length beside chunks',
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
  ],
  ['an unknown coding', 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked, x\r\n\r\n0\r\n\r\n', 400],
  ['two lengths', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n', 400],
])('answers a raw request with the security headers: %s', async (_what, request, status) => {
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  const received: string[] = [];
  socket.setEncoding('utf8').on('data', (text: string) => received.push(text));
  socket.write(request);
  await once(socket, 'close');
  const answer = received.join('').toLowerCase();
  expect(answer).toMatch(new RegExp(`^http/1\\.1 ${status} `));
  for (const [name, value] of Object.entries(buildHeaders('/')))
    expect(answer).toContain(`${name}: ${value}\r\n`.toLowerCase());
});

test('answers 408 and closes the socket when a body does not end in time', async () => {
  expect(app.server.requestTimeout).toBe(REQUEST_TIMEOUT_MS);
  const impatient = fastify({ ...createInvalidRequestOptions(buildHeaders, { requestTimeout: 50, checkEveryMs: 10 }) });
  impatient.post('/', async () => 'never');
  await impatient.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((impatient.server.address() as AddressInfo).port, '127.0.0.1');
  const received: string[] = [];
  socket.setEncoding('utf8').on('data', (text: string) => received.push(text));
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nContent-Type: text/plain\r\nContent-Length: 4\r\n\r\nab');
  await once(socket, 'close');
  expect(received.join('')).toMatch(/^HTTP\/1\.1 408 /);
  await impatient.close();
});
