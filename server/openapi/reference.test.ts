import { createHash } from 'node:crypto';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSecurityHeaders, registerSecurityHeaders } from '../platform/http/headers/securityHeaders.ts';
import { generateOpenApiDocument, generatePartnerDocument } from './generateOpenApiDocument.ts';
import type { OpenApiDocument } from './openApiTypes.ts';
import { registerReference } from './reference.ts';

const document = generateOpenApiDocument('9.9.9');

function startServer(served: OpenApiDocument): FastifyInstance {
  const app = fastify();
  registerSecurityHeaders(
    app,
    createSecurityHeaders({
      acquirer: { scriptOrigins: [], frameOrigins: [], connectOrigins: [] },
      secure: true,
    }),
  );
  registerReference(app, { all: () => served, forPartners: () => generatePartnerDocument('9.9.9') });
  return app;
}

/** Returns the scripts as a browser parses them: each ends at the first end tag. */
function listScripts(html: string): string[] {
  return [...html.matchAll(/<script>([^]*?)<\/script/gi)].map(([, script = '']) => script);
}

describe('the page', () => {
  let app: FastifyInstance;
  let page: string;
  beforeAll(async () => {
    app = startServer(document);
    page = (await app.inject('/docs/api')).body;
  });
  afterAll(() => app.close());

  test('has an opaque origin and may fetch nothing', async () => {
    const { statusCode, headers } = await app.inject('/docs/api');
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers['x-content-type-options']).toBe('nosniff');
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/^sandbox allow-scripts; default-src 'none'; /);
    expect(policy.replaceAll(/'sha256-[\w+/=]+'/g, '#')).toBe(
      "sandbox allow-scripts; default-src 'none'; script-src # #; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
  });

  test('runs only the scripts in its policy', async () => {
    const policy = String((await app.inject('/docs/api')).headers['content-security-policy']);
    const hashes = listScripts(page).map((script) => createHash('sha256').update(script).digest('base64'));
    expect(hashes).toHaveLength(2);
    expect(policy.match(/(?<='sha256-)[^']+/g)).toEqual(hashes);
    expect(page.match(/<\/script/gi)).toHaveLength(2);
  });

  test('contains the full document and a link to it as a file', () => {
    const [, start = ''] = listScripts(page);
    const held = /^Redoc\.init\((.*), \{"sideNavStyle"/.exec(start)?.[1] ?? '';
    expect(JSON.parse(held)).toEqual({
      ...document,
      externalDocs: { url: '/openapi.json', description: expect.any(String) },
    });
  });

  test('is not translated by browsers', () => {
    expect(page).toContain('<div id="reference" translate="no">');
  });

  test('requests nothing from the viewer’s publisher', () => {
    expect(page).not.toContain('cdn.redoc.ly');
    expect(page).not.toMatch(/<!--/);
  });

  test('is compressed when accepted, and not sent again while unchanged', async () => {
    const zipped = await app.inject({ url: '/docs/api', headers: { 'accept-encoding': 'br, gzip' } });
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(zipped.rawPayload.length).toBeLessThan(450_000);
    const again = await app.inject({ url: '/docs/api', headers: { 'if-none-match': String(zipped.headers.etag) } });
    expect([again.statusCode, again.body]).toEqual([304, '']);
  });
});

test('a hostile document cannot inject scripts', async () => {
  const hostile = '</script><script>alert(1)</script><!--<script>';
  const source = JSON.parse(JSON.stringify(document), (key, value: unknown) =>
    key === 'description' || key === 'summary' ? hostile : value,
  ) as OpenApiDocument;
  const app = startServer(source);
  const page = (await app.inject('/docs/api')).body;
  expect(listScripts(page)).toHaveLength(2);
  expect(page.match(/<\/script/gi)).toHaveLength(2);
  expect(page).not.toContain('<script>alert');
  await app.close();
});
