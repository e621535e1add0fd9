import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import type { OpenApiDocument } from './openApiTypes.ts';
import { LLMS_TXT_PATH, renderLlmsTxt } from './renderLlmsTxt.ts';

export const REFERENCE_PATH = '/docs/api';

/** Logo that Redoc loads from its vendor's server; an empty picture in its place displays nothing. */
const REDOC_LOGO_URL = 'https://cdn.redoc.ly/redoc/logo-mini.svg';
const EMPTY_IMAGE = 'data:,';

const FONT = 'system-ui, sans-serif';
const MONOSPACED = 'ui-monospace, monospace';

const REDOC_OPTIONS = {
  sideNavStyle: 'id-only',
  // The search index runs in a worker and the download button saves a file: the sandbox allows neither.
  disableSearch: true,
  hideDownloadButton: true,
  nativeScrollbars: true,
  jsonSampleExpandLevel: 'all',
  theme: {
    colors: { primary: { main: '#2449d8' } },
    typography: { fontFamily: FONT, headings: { fontFamily: FONT }, code: { fontFamily: MONOSPACED, wrap: true } },
  },
};

/** Hides the link to Redoc's own site, which opens a window that the sandbox forbids. */
const STYLE =
  'body { margin: 0 } a[href="https://redocly.com/redoc/"] { display: none !important } ' +
  // Keeps column widths at the longest name in the column.
  'td code { word-break: normal !important; overflow-wrap: break-word !important }';

type RenderedPage = {
  readonly policy: string;
  readonly plain: Buffer;
  readonly zipped: Buffer;
  readonly tag: string;
};

/** Functions that generate the documents. */
type DocumentGenerators = { readonly all: () => OpenApiDocument; readonly forPartners: () => OpenApiDocument };

/**
 * Serves the document of all calls as `/openapi.json`, that of the partner calls as `/openapi-partner.json`, a summary for
 * programs as `/llms.txt`, and at `/docs/api` a page that Redoc renders in the browser. Each is generated at its first request,
 * so that it does not delay the start of the process.
 */
export function registerReference(app: FastifyInstance, print: DocumentGenerators): void {
  const document = createLazy(print.all);
  const forPartners = createLazy(print.forPartners);
  const page = createLazy(() => renderReferencePage(document()));
  app.get('/openapi.json', async () => document());
  app.get('/openapi-partner.json', async () => forPartners());
  app.get(LLMS_TXT_PATH, async (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send(renderLlmsTxt(document())),
  );
  app.get(
    REFERENCE_PATH,
    {
      // A route's hook runs after those of the app, so the page's policy replaces the app's.
      async onSend(_request, reply, payload) {
        void reply.header('content-security-policy', (await page()).policy);
        return payload;
      },
    },
    async (request, reply) => {
      const { plain, zipped, tag } = await page();
      void reply.headers({ 'cache-control': 'no-cache', etag: tag, vary: 'accept-encoding' });
      if (request.headers['if-none-match']?.split(/, */).includes(tag)) return reply.code(304).send();
      void reply.type('text/html; charset=utf-8');
      const acceptsGzip = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
      return acceptsGzip ? reply.header('content-encoding', 'gzip').send(zipped) : reply.send(plain);
    },
  );
}

function createLazy<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/**
 * Returns the page with everything inline: its origin is opaque, so it can fetch nothing from the server. Browser translation is
 * off: Redoc fails on text nodes that a translator has replaced, and field names must not be translated.
 */
async function renderReferencePage(document: OpenApiDocument): Promise<RenderedPage> {
  const bundle = new URL(import.meta.resolve('redoc/bundles/redoc.standalone.js'));
  const redoc = escapeScriptSource((await readFile(bundle, 'utf8')).replaceAll(REDOC_LOGO_URL, EMPTY_IMAGE));
  const start = `Redoc.init(${serializeForScript(addFileLink(document))}, ${serializeForScript(REDOC_OPTIONS)}, document.getElementById('reference'))`;
  const plain = Buffer.from(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Slipway API reference</title>
<link rel="icon" href="${EMPTY_IMAGE}">
<style>${STYLE}</style>
</head>
<body>
<noscript>This page needs JavaScript. The same as a file: <a href="/openapi.json">openapi.json</a></noscript>
<div id="reference" translate="no"></div>
<script>${redoc}</script>
<script>${start}</script>
</body>
</html>
`);
  return {
    policy: buildContentPolicy([redoc, start]),
    plain,
    zipped: await promisify(gzip)(plain, { level: 9 }),
    // A weak tag, so that it also matches the compressed bytes.
    tag: `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
  };
}

/**
 * Returns the page's content security policy. Redoc is third-party code, and Slipway's pages handle cards and identities: the
 * sandbox gives Redoc a separate origin without Slipway's cookies and storage, and the rest of the policy blocks all outgoing
 * requests. Its styles are created while it renders, so hashes cannot list them.
 */
function buildContentPolicy(scripts: readonly string[]): string {
  const hashes = scripts.map((script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  return [
    'sandbox allow-scripts',
    "default-src 'none'",
    `script-src ${hashes.join(' ')}`,
    "style-src 'unsafe-inline'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function addFileLink(document: OpenApiDocument): object {
  return { ...document, externalDocs: { url: '/openapi.json', description: 'This reference as a file' } };
}

/** Serializes JSON so that no text in it can close a script element. */
function serializeForScript(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
}

/** Escapes text in a script that could close its element. Such text occurs there only in strings and regular expressions. */
function escapeScriptSource(source: string): string {
  return source.replaceAll(/<(?=\/script|!--)/gi, String.raw`\x3c`);
}
