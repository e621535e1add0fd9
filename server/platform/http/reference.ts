import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { AGENT_PATH, agentText } from './agentText.ts';
import type { OpenApiDocument } from './openapiShape.ts';

export const REFERENCE_PATH = '/docs';

/** Redoc asks its maker's server for this mark; with a picture that is none it shows none. */
const FOREIGN_PICTURE = 'https://cdn.redoc.ly/redoc/logo-mini.svg';
const NO_PICTURE = 'data:,';

const FONT = 'system-ui, sans-serif';
const MONOSPACED = 'ui-monospace, monospace';

const REDOC_OPTIONS = {
  sideNavStyle: 'id-only',
  // Its index runs in a worker, and its button saves a file: the sandbox has neither.
  disableSearch: true,
  hideDownloadButton: true,
  nativeScrollbars: true,
  jsonSampleExpandLevel: 'all',
  theme: {
    colors: { primary: { main: '#2449d8' } },
    typography: { fontFamily: FONT, headings: { fontFamily: FONT }, code: { fontFamily: MONOSPACED, wrap: true } },
  },
};

/** The link to Redoc's own site opens a window, which the sandbox forbids. */
const STYLE =
  'body { margin: 0 } a[href="https://redocly.com/redoc/"] { display: none !important } ' +
  // A column is as wide as the longest name in it.
  'td code { word-break: normal !important; overflow-wrap: break-word !important }';

type Page = {
  readonly policy: string;
  readonly plain: Buffer;
  readonly zipped: Buffer;
  readonly tag: string;
};

/**
 * The calls as a file at `/openapi.json`, in short for programs at `/llms.txt`, and at `/docs` as a page that Redoc draws of it in the browser. Both are made when
 * they are first asked for: a start should not wait for what few open.
 */
export function registerReference(app: FastifyInstance, print: () => OpenApiDocument): void {
  const document = lazily(print);
  const page = lazily(() => referencePage(document()));
  app.get('/openapi.json', async () => document());
  app.get(AGENT_PATH, async (_request, reply) => reply.type('text/plain; charset=utf-8').send(agentText(document())));
  app.get(
    REFERENCE_PATH,
    {
      // A hook of the route runs after those of the app: the page's own policy replaces the app's.
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
      const zips = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
      return zips ? reply.header('content-encoding', 'gzip').send(zipped) : reply.send(plain);
    },
  );
  app.get(`${REFERENCE_PATH}/`, async (_request, reply) => reply.redirect(REFERENCE_PATH, 308));
}

function lazily<Value extends object>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/**
 * Everything inside one answer: a page of an opaque origin can fetch nothing from ours. Browsers do not translate it: Redoc fails
 * on text nodes that a translator has replaced, and field names must not be translated.
 */
async function referencePage(document: OpenApiDocument): Promise<Page> {
  const bundle = new URL(import.meta.resolve('redoc/bundles/redoc.standalone.js'));
  const redoc = inScript((await readFile(bundle, 'utf8')).replaceAll(FOREIGN_PICTURE, NO_PICTURE));
  const start = `Redoc.init(${inJson(withFile(document))}, ${inJson(REDOC_OPTIONS)}, document.getElementById('reference'))`;
  const plain = Buffer.from(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Slipway API reference</title>
<link rel="icon" href="${NO_PICTURE}">
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
    policy: policyFor([redoc, start]),
    plain,
    zipped: await promisify(gzip)(plain, { level: 9 }),
    // Weak: the same for the zipped bytes.
    tag: `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`,
  };
}

/**
 * Redoc is not our code, and pages of our origin handle cards and identities: the sandbox gives it an origin of its own,
 * without our cookies and storage, and the rest of the policy no way to send anything anywhere. Its styles are made as it
 * draws, so that no hash can name them.
 */
function policyFor(scripts: readonly string[]): string {
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

function withFile(document: OpenApiDocument): object {
  return { ...document, externalDocs: { url: '/openapi.json', description: 'This reference as a file' } };
}

/** JSON that ends no script, whatever its texts say. */
function inJson(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', String.raw`\u003c`);
}

/** The same for the source of a script, where these stand in strings and patterns alone. */
function inScript(source: string): string {
  return source.replaceAll(/<(?=\/script|!--)/gi, String.raw`\x3c`);
}
