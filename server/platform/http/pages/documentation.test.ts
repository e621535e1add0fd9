import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSecurityHeaders, registerSecurityHeaders } from '../headers/securityHeaders.ts';
import { registerDocumentation } from './documentation.ts';

let parent: string;
let app: FastifyInstance;

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'slipway-documentation-'));
  app = fastify();
  await app.register(fastifyStatic, { root: parent, serve: false, preCompressed: true, cacheControl: false });
  registerSecurityHeaders(
    app,
    createSecurityHeaders({ acquirer: { scriptOrigins: [], frameOrigins: [], connectOrigins: [] }, secure: true }),
  );
  registerDocumentation(app, join(parent, 'dist'));
});

afterEach(async () => {
  await app.close();
  await rm(parent, { recursive: true });
});

async function build(): Promise<void> {
  await mkdir(join(parent, 'dist/assets'), { recursive: true });
  await mkdir(join(parent, 'dist/integrate'));
  const files = {
    'dist/complete': '',
    'dist/index.html': 'start',
    'dist/installing.html': 'installing',
    'dist/integrate/index.html': 'integrate',
    'dist/404.html': 'no such page',
    'dist/.stamp': 'stamp',
    'dist/assets/app.C1.js': 'plain',
    'dist/assets/app.C1.js.br': 'compressed',
    'secret.html': 'secret',
  };
  for (const [path, text] of Object.entries(files)) await writeFile(join(parent, path), text);
}

test('has no page before the site is built, and all of them afterwards', async () => {
  const early = await app.inject('/docs/');
  expect([early.statusCode, early.headers['content-type']]).toEqual([404, 'text/plain; charset=utf-8']);
  expect(early.body).toContain('not been built yet');
  await build();
  await rm(join(parent, 'dist/complete'));
  expect((await app.inject('/docs/')).body).toContain('not been built yet');
  await writeFile(join(parent, 'dist/complete'), '');
  expect((await app.inject('/docs/')).body).toBe('start');
});

describe('the built site', () => {
  beforeEach(build);

  test.each([
    ['/docs/', 'start'],
    ['/docs/installing', 'installing'],
    ['/docs/installing?from=mail', 'installing'],
    ['/docs/integrate/', 'integrate'],
  ])('%s is a page that is revalidated', async (url, text) => {
    const { statusCode, body, headers } = await app.inject(url);
    expect([statusCode, body]).toEqual([200, text]);
    expect(headers).toMatchObject({ 'cache-control': 'no-cache', 'content-type': 'text/html; charset=utf-8' });
    expect((await app.inject({ url, headers: { 'if-none-match': String(headers.etag) } })).statusCode).toBe(304);
  });

  test('lets hashed files be cached forever, compressed when accepted', async () => {
    const { body, headers } = await app.inject({
      url: '/docs/assets/app.C1.js',
      headers: { 'accept-encoding': 'gzip, br' },
    });
    expect(body).toBe('compressed');
    expect(headers).toMatchObject({ 'cache-control': 'public, max-age=31536000, immutable', 'content-encoding': 'br' });
    expect(headers['content-type']).toMatch(/javascript/);
  });

  test('answers a missing page with the site’s 404 page, and a missing file with plain text', async () => {
    const page = await app.inject('/docs/nothing');
    expect([page.statusCode, page.body, page.headers['cache-control']]).toEqual([404, 'no such page', 'no-cache']);
    const file = await app.inject('/docs/assets/app.C0.js');
    expect([file.statusCode, file.body, file.headers['cache-control']]).toEqual([404, 'Not found', 'no-cache']);
  });

  test.each([
    '/docs/../secret',
    '/docs/%2e%2e/secret',
    '/docs/..%2fsecret.html',
    '/docs/assets/..%2f..%2f..%2fsecret.html',
    '/docs/assets/..%5c..%5csecret.html',
    '/docs//secret.html',
    '/docs/.stamp',
    '/docs/installing%00.html',
    '/docs/assets',
    '/docs/complete',
  ])('serves no other file for %s', async (url) => {
    const { statusCode, body } = await app.inject(url);
    expect(statusCode).toBe(404);
    expect(body).not.toMatch(/^(?:secret|stamp)$/);
  });

  test('has the policy of the app, with the one Trusted Types policy that its framework needs', async () => {
    const policy = String((await app.inject('/docs/installing')).headers['content-security-policy']).split('; ');
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        'trusted-types vue',
      ]),
    );
  });

  test('is found without a trailing slash', async () => {
    const { statusCode, headers } = await app.inject('/docs');
    expect([statusCode, headers.location]).toEqual([308, '/docs/']);
  });
});
