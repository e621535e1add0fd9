import type { IncomingHttpHeaders } from 'node:http';
import fastify, { type FastifyBaseLogger } from 'fastify';
import { expect, test } from 'vitest';
import { createLog } from '../log/log.ts';
import { isFromUntrustedProxy, warnOfUntrustedProxy } from './untrustedProxy.ts';

const FORWARDED = { 'x-forwarded-for': '198.51.100.7' };

function server(trustProxy: string[]) {
  const lines: string[] = [];
  const loggerInstance: FastifyBaseLogger = createLog('warn', { write: (line) => void lines.push(line) });
  const app = fastify({ loggerInstance, trustProxy });
  warnOfUntrustedProxy(app);
  app.get('/', async (request) => isFromUntrustedProxy(request));
  return { lines, ask: async (headers: IncomingHttpHeaders) => (await app.inject({ url: '/', headers })).json() };
}

test('warns once of a proxy that is not in TRUSTED_PROXIES', async () => {
  const { lines, ask } = server(['10.0.0.0/8']);
  expect(await ask({})).toBe(false);
  expect(lines).toEqual([]);
  for (const headers of [FORWARDED, { 'x-real-ip': '198.51.100.7' }, { forwarded: 'for=198.51.100.7' }])
    expect(await ask(headers)).toBe(true);
  expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
    expect.objectContaining({ proxy: '127.0.0.1', msg: expect.stringContaining('TRUSTED_PROXIES') }),
  ]);
});

test.each(['127.0.0.1', '::1', '::ffff:127.0.0.1', '127.0.0.53'])(
  'warns when a trusted proxy sends only an address of its own machine (%s)',
  async (address) => {
    const { lines, ask } = server(['127.0.0.1']);
    expect(await ask({ 'x-forwarded-for': address })).toBe(true);
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
      expect.objectContaining({
        proxy: address.replace('::ffff:', ''),
        msg: expect.stringMatching(/^a proxy of TRUSTED_PROXIES gives its own/),
      }),
    ]);
  },
);

test('accepts a trusted proxy, unless it does not name its client', async () => {
  const { lines, ask } = server(['127.0.0.1']);
  expect(await ask(FORWARDED)).toBe(false);
  expect(lines).toEqual([]);
  expect(await ask({ 'x-real-ip': '198.51.100.7' })).toBe(true);
});
