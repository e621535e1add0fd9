import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastifyCookie from '@fastify/cookie';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readDocuments } from './documents.ts';
import { registerPages } from './pages.ts';
import { registerSecurityHeaders } from './securityHeaders.ts';

const registered: Readonly<Record<string, readonly string[]>> = {
  shop: ['https://shop.example', 'http://localhost:8181', 'http://[::1]:8181'],
  sly: ['https://a.example;script-src', "https://b.example 'unsafe-inline'", 'https://c.example"><script>', '*'],
};

let folder: string;
let app: FastifyInstance;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'slipway-pages-'));
  await mkdir(join(folder, 'dist/plugin'), { recursive: true });
  await mkdir(join(folder, 'i18n'));
  await mkdir(join(folder, 'dist/documents'));
  await writeFile(join(folder, 'dist/index.html'), '<title>App</title>');
  await writeFile(join(folder, 'dist/documents/documents.json'), '{"paths":["/edit"],"style":""}');
  await writeFile(
    join(folder, 'dist/plugin/index.html'),
    '<title>Plugin</title><meta name="frame-origins" content="" />',
  );
  app = fastify();
  await app.register(fastifyCookie);
  const framingOrigins = (partnerId: string) => registered[partnerId] ?? [];
  registerSecurityHeaders(app, {
    acquirer: { scriptOrigins: ['https://js.acquirer'], frameOrigins: ['https://acquirer'], connectOrigins: [] },
    secure: true,
    framingOrigins,
  });
  await registerPages(app, {
    distFolder: join(folder, 'dist'),
    documents: await readDocuments(join(folder, 'dist')),
    languagesFolder: join(folder, 'i18n'),
    framingOrigins,
  });
});

afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

async function load(url: string) {
  const { headers, body } = await app.inject(url);
  const policy = String(headers['content-security-policy']).split('; ');
  const directive = (name: string) => policy.find((part) => part.startsWith(`${name} `));
  return { headers, body, directive };
}

describe('who may frame a page', () => {
  test('the registered origins of the partner may frame /plugin', async () => {
    const { headers, body, directive } = await load('/plugin?partnerId=shop&plugin-color-button=%23123');
    expect(directive('frame-ancestors')).toBe(
      'frame-ancestors https://shop.example http://localhost:8181 http://[::1]:8181',
    );
    expect(body).toContain('content="https://shop.example http://localhost:8181 http://[::1]:8181"');
    expect(headers['x-frame-options']).toBeUndefined();
    expect(directive('require-trusted-types-for')).toBe("require-trusted-types-for 'script'");
    expect(directive('script-src')).toBe("script-src 'self'");
  });

  test.each([
    '/plugin',
    '/plugin?partnerId=',
    '/plugin?partnerId=0',
    '/plugin?partnerId=nobody',
    '/plugin?partnerId=nobody&partnerId=shop',
    '/plugin?PARTNERID=shop',
    '/plugin?origin=https://shop.example',
    '/plugin?partnerId=sly',
    '/plugin/?partnerId=shop',
    '/plugin/index.html?partnerId=shop',
    '/edit?partnerId=shop',
    '/enter-card?partnerId=shop',
    '//plugin?partnerId=shop',
    '/?/plugin?partnerId=shop',
  ])('nobody may frame %s', async (url) => {
    const { headers, body, directive } = await load(url);
    expect(directive('frame-ancestors')).toBe("frame-ancestors 'none'");
    expect(headers['x-frame-options']).toBeUndefined();
    expect(body).not.toContain('shop.example');
  });

  test('the plugin has a page of its own, every other path is the app', async () => {
    expect((await load('/plugin')).body).toContain('<title>Plugin</title>');
    expect((await load('/plugins')).body).toContain('<title>App</title>');
  });
});

test('the acquirer’s origins are on its pages alone', async () => {
  expect((await load('/enter-card')).directive('script-src')).toBe("script-src 'self' https://js.acquirer");
  expect((await load('/plugin?partnerId=shop')).directive('frame-src')).toBe("frame-src 'none'");
});

describe('who may open a wallet', () => {
  const permissions = async (url: string) => String((await load(url)).headers['permissions-policy']).split(', ');

  test.each(['/enter-card', '/select-card?orderNo=7KQ2M4XD9TAB3'])('%s and the acquirer’s frames', async (url) => {
    expect(await permissions(url)).toContain('payment=(self "https://acquirer")');
  });

  test.each(['/edit', '/plugin?partnerId=shop', '/enter-card/', '/order?/enter-card'])('nobody on %s', async (url) => {
    expect(await permissions(url)).toContain('payment=()');
  });
});
