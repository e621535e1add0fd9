import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, describe, expect, test } from 'vitest';
import { createMetrics } from './metrics.ts';
import { registerMetrics } from './registerMetrics.ts';

const opened: FastifyInstance[] = [];
afterEach(() => Promise.all(opened.splice(0).map((app) => app.close())));

function appWith(token: string | undefined): FastifyInstance {
  const app = fastify({ trustProxy: true });
  opened.push(app);
  app.setNotFoundHandler((_request, reply) => reply.code(404).type('text/plain; charset=utf-8').send('Not found'));
  registerMetrics(app, createMetrics(), { token });
  return app;
}

describe('with a token', () => {
  test('accepts the token from any address', async () => {
    const answer = await appWith('s3cret').inject({
      url: '/metrics',
      remoteAddress: '203.0.113.7',
      headers: { authorization: 'Bearer s3cret' },
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.body).toContain('# TYPE slipway_calls_total counter');
  });

  test.each([undefined, '', 'Bearer', 'Bearer ', 'Bearer s3cre', 'Bearer s3cret2', 'Basic s3cret', 's3cret'])(
    'refuses %s, also from this machine',
    async (authorization) => {
      const headers = authorization === undefined ? {} : { authorization };
      const answer = await appWith('s3cret').inject({ url: '/metrics', remoteAddress: '127.0.0.1', headers });
      expect([answer.statusCode, answer.body]).toEqual([404, 'Not found']);
    },
  );
});

describe('without a token', () => {
  test.each(['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1'])(
    'accepts %s',
    async (remoteAddress) => {
      expect((await appWith(undefined).inject({ url: '/metrics', remoteAddress })).statusCode).toBe(200);
    },
  );

  test.each(['10.0.0.1', '203.0.113.7', '2001:db8::1', '::ffff:10.0.0.1', '127.0.0.1.example'])(
    'refuses %s',
    async (remoteAddress) => {
      const answer = await appWith(undefined).inject({ url: '/metrics', remoteAddress });
      expect([answer.statusCode, answer.body]).toEqual([404, 'Not found']);
    },
  );

  test.each(['x-forwarded-for', 'forwarded', 'x-real-ip'])(
    'refuses a request that a proxy on this machine forwards: %s',
    async (name) => {
      const answer = await appWith(undefined).inject({
        url: '/metrics',
        remoteAddress: '127.0.0.1',
        headers: { [name]: '127.0.0.1' },
      });
      expect(answer.statusCode).toBe(404);
    },
  );

  test('treats an empty token as none', async () => {
    const answer = await appWith('').inject({
      url: '/metrics',
      remoteAddress: '203.0.113.7',
      headers: { authorization: 'Bearer ' },
    });
    expect(answer.statusCode).toBe(404);
  });
});
