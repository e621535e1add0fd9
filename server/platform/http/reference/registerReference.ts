import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import type { OpenApiDocument } from '../openapiShape.ts';
import { referencePage } from './referencePage.ts';

export const REFERENCE_PATH = '/docs';

const WEB = new URL('../../../../web/', import.meta.url);

/** Served from here alone; a page without scripts needs no more. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

type Served = {
  readonly type: string;
  readonly plain: Buffer;
  readonly zipped: Buffer | undefined;
  readonly tag: string;
};

/** The API reference as a page at `/docs`, made once from the document that `/openapi.json` answers. */
export async function registerReference(app: FastifyInstance, document: OpenApiDocument): Promise<void> {
  const files: readonly (readonly [string, Served])[] = [
    [REFERENCE_PATH, await served('text/html; charset=utf-8', Buffer.from(referencePage(document)))],
    [`${REFERENCE_PATH}/reference.css`, await served('text/css; charset=utf-8', await styles())],
    [`${REFERENCE_PATH}/hankenGrotesk.woff2`, await font('hankenGrotesk')],
    [`${REFERENCE_PATH}/geistMono.woff2`, await font('geistMono')],
  ];
  for (const [path, file] of files) serve(app, path, file);
  app.get(`${REFERENCE_PATH}/`, async (_request, reply) => reply.redirect(REFERENCE_PATH, 308));
}

/** The product's colours and sizes, and the page's own rules after them. */
async function styles(): Promise<Buffer> {
  const tokens = await readFile(new URL('styles/tokens.css', WEB));
  const rules = await readFile(new URL('reference.css', import.meta.url));
  return Buffer.concat([tokens, Buffer.from('\n'), rules]);
}

/** Its bytes are compressed already. */
async function font(name: string): Promise<Served> {
  const plain = await readFile(new URL(`assets/fonts/${name}.woff2`, WEB));
  return { type: 'font/woff2', plain, zipped: undefined, tag: tagOf(plain) };
}

async function served(type: string, plain: Buffer): Promise<Served> {
  return { type, plain, zipped: await promisify(gzip)(plain, { level: 9 }), tag: tagOf(plain) };
}

/** Weak: the same for the zipped bytes. */
function tagOf(bytes: Buffer): string {
  return `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
}

function serve(app: FastifyInstance, path: string, { type, plain, zipped, tag }: Served): void {
  app.get(
    path,
    {
      // A hook of the route runs after those of the app: the page's own policy replaces the app's.
      async onSend(_request, reply, payload) {
        void reply.header('content-security-policy', CONTENT_SECURITY_POLICY);
        return payload;
      },
    },
    async (request, reply) => {
      void reply.headers({ 'cache-control': 'no-cache', etag: tag, vary: 'accept-encoding' }).type(type);
      if (request.headers['if-none-match']?.split(/, */).includes(tag)) return reply.code(304).send();
      const zips = zipped !== undefined && /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
      return zips ? reply.header('content-encoding', 'gzip').send(zipped) : reply.send(plain);
    },
  );
}
