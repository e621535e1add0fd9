import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastifyCookie from '@fastify/cookie';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Languages } from '../../languages.ts';
import { readDocuments } from '../pages/documents.ts';
import { registerPages } from '../pages/pages.ts';
import { createSecurityHeaders, registerSecurityHeaders } from './securityHeaders.ts';

const registered: Readonly<Record<string, readonly string[]>> = {
  shop: ['https://shop.example', 'http://localhost:8181', 'http://[::1]:8181'],
  sly: ['https://a.example;script-src', "https://b.example 'unsafe-inline'", 'https://c.example"><script>', '*'],
};

const languages: Languages = { locales: [], changed: [], findTexts: () => undefined, listReplacedTexts: () => [] };
const languagesMark = '<meta name="languages" content="" data-changed="" />';

let folder: string;
let app: FastifyInstance;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'slipway-pages-'));
  await mkdir(join(folder, 'dist/plugin'), { recursive: true });
  await mkdir(join(folder, 'dist/documents'));
  await writeFile(join(folder, 'dist/plugin/textKeys.json'), '[]');
  await writeFile(join(folder, 'dist/index.html'), `<title>App</title>${languagesMark}`);
  await writeFile(join(folder, 'dist/documents/documents.json'), '{"paths":["/edit"],"style":""}');
  await mkdir(join(folder, 'dist/assets'));
  await writeFile(join(folder, 'dist/assets/first-A1.js'), 'export {};');
  await mkdir(join(folder, '.git'));
  await mkdir(join(folder, 'dist/.git'));
  for (const place of ['.git', 'dist/.git']) await writeFile(join(folder, place, 'config'), 'a remote with a password');
  await writeFile(join(folder, 'secret.env'), 'a remote with a password');
  await mkdir(join(folder, 'dist/embed/v1'), { recursive: true });
  await writeFile(join(folder, 'dist/embed/v1/loader.js'), '(() => {})();');
  await writeFile(join(folder, 'dist/embed/v1/integrity.json'), '{}');
  await writeFile(join(folder, 'dist/sw.js'), '(() => {})();');
  await writeFile(join(folder, 'dist/manifest.webmanifest'), '{}');
  await writeFile(
    join(folder, 'dist/plugin/index.html'),
    `<title>Plugin</title><meta name="frame-origins" content="" />${languagesMark}`,
  );
  app = fastify();
  await app.register(fastifyCookie);
  const framingOrigins = (partnerId: string) => registered[partnerId] ?? [];
  const acquirer = { scriptOrigins: ['https://js.acquirer'], frameOrigins: ['https://acquirer'], connectOrigins: [] };
  registerSecurityHeaders(app, createSecurityHeaders({ acquirer, secure: true, framingOrigins }));
  await registerPages(app, {
    distFolder: join(folder, 'dist'),
    documents: await readDocuments(join(folder, 'dist'), languages),
    terms: { getPage: ({ locale }) => `terms in ${locale}` },
    languages,
    framingOrigins,
  });
});

afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

async function load(url: string) {
  const { headers, body, statusCode } = await app.inject(url);
  const policy = String(headers['content-security-policy']).split('; ');
  const directive = (name: string) => policy.find((part) => part.startsWith(`${name} `));
  return { headers, body, statusCode, directive };
}

test('an API response opened as a page may run, load and embed nothing', async () => {
  const { headers } = await load('/gateway/buying/payList');
  expect(headers).toMatchObject({
    'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'strict-transport-security': 'max-age=63072000; includeSubDomains',
  });
});

describe('framing of a page', () => {
  test('is allowed on /plugin for the partner’s registered origins', async () => {
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
  ])('is refused for %s', async (url) => {
    const { headers, body, directive } = await load(url);
    expect(directive('frame-ancestors')).toBe("frame-ancestors 'none'");
    expect(headers['x-frame-options']).toBeUndefined();
    expect(body).not.toContain('shop.example');
  });

  test('applies to the plugin’s page at /plugin; similar paths return the app’s page', async () => {
    expect((await load('/plugin')).body).toContain('<title>Plugin</title>');
    expect((await load('/plugins')).body).toContain(`<title>App</title>${languagesMark}`);
  });
});

test('the terms are a separate page that varies by reader', async () => {
  const { body, headers, directive } = await load('/terms.html');
  expect(body).toBe('terms in undefined');
  expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', vary: 'Accept-Language, Cookie' });
  expect(directive('script-src')).toBe("script-src 'self'");
});

test('the acquirer’s origins are allowed only on its pages', async () => {
  expect((await load('/enter-card')).directive('script-src')).toBe("script-src 'self' https://js.acquirer");
  expect((await load('/plugin?partnerId=shop')).directive('frame-src')).toBe("frame-src 'none'");
});

describe('wallet payments', () => {
  const permissions = async (url: string) => String((await load(url)).headers['permissions-policy']).split(', ');

  test.each(['/enter-card', '/select-card?orderNo=7KQ2M4XD9TAB3'])(
    '%s allows itself and the acquirer’s frames',
    async (url) => {
      expect(await permissions(url)).toContain('payment=(self "https://acquirer")');
    },
  );

  test.each(['/edit', '/plugin?partnerId=shop', '/enter-card/', '/order?/enter-card'])(
    '%s allows no origin',
    async (url) => {
      expect(await permissions(url)).toContain('payment=()');
    },
  );
});

describe('the service worker', () => {
  test('is revalidated on every load and served as a script', async () => {
    const { headers } = await load('/sw.js');
    expect(headers['cache-control']).toBe('no-cache');
    expect(headers['content-type']).toMatch(/^text\/javascript(?:;|$)/);
  });

  test.each(['/edit', '/enter-card', '/sw.js'])('may be registered from %s, only from this origin', async (url) => {
    expect((await load(url)).directive('worker-src')).toBe("worker-src 'self'");
  });

  test('is registered under the app’s trusted types policies', async () => {
    expect((await load('/edit')).directive('trusted-types')).toBe('trusted-types slipway-worker slipway-work');
  });

  test.each(['/plugin', '/plugin?partnerId=shop'])('is not allowed on %s', async (url) => {
    const { directive } = await load(url);
    expect(directive('worker-src')).toBe("worker-src 'none'");
    expect(directive('trusted-types')).toBe("trusted-types 'none'");
  });
});

test('a file of a former build is 404, not the app', async () => {
  const response = await load('/assets/first-A0.js');
  expect(response.statusCode).toBe(404);
  expect(response.body).not.toContain('<title>');
  expect(response.headers['cache-control']).toBe('no-store');
  expect((await load('/assets/first-A1.js')).headers['cache-control']).toContain('immutable');
});

test('the manifest has its media type', async () => {
  expect((await load('/manifest.webmanifest')).headers['content-type']).toMatch(/^application\/manifest\+json/);
});

describe('files for partners’ pages', () => {
  test('the loader is cached forever and readable by any origin, which compares its hash', async () => {
    const { statusCode, headers } = await load('/embed/v1/loader.js');
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    });
  });

  test('the hashes are revalidated', async () => {
    const { headers } = await load('/embed/v1/integrity.json');
    expect(headers).toMatchObject({ 'cache-control': 'no-cache', 'access-control-allow-origin': '*' });
  });

  test('an unknown version is 404, not the app', async () => {
    const response = await load('/embed/v2/loader.js');
    expect(response.statusCode).toBe(404);
    expect(response.headers['cache-control']).toBe('no-store');
  });

  test.each(['/edit', '/sw.js', '/assets/first-A1.js', '/plugin?partnerId=shop'])(
    '%s is not readable by other origins',
    async (url) => {
      const { headers } = await load(url);
      expect(headers['access-control-allow-origin']).toBeUndefined();
      expect(headers['cross-origin-resource-policy']).toBe('same-origin');
    },
  );
});

describe('the folder of the pages', () => {
  test.each([
    '/.git/config',
    '/%2egit/config',
    '/../.git/config',
    '/..%2f.git/config',
    '/assets/../../secret.env',
    '/assets/..%2f..%2fsecret.env',
    '/assets/%2e%2e/%2e%2e/secret.env',
    '//../secret.env',
    '/..\\secret.env',
  ])('serves no files outside of it and nothing of a repository: %s', async (url) => {
    expect((await load(url)).body).not.toContain('password');
  });

  test.each(['/assets', '/assets/', '/embed/v1/', '/documents/'])('has no directory listing: %s', async (url) => {
    expect((await load(url)).body).not.toMatch(/first-A1|loader\.js|documents\.json/);
  });
});
