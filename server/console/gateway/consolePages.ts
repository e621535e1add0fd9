import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** Path under which the console is served. */
export const CONSOLE_PATH = '/console';

/** Redirect URI for the identity provider: a console document whose script submits the answer. */
export const SIGN_ON_PATH = `${CONSOLE_PATH}/signed-on`;

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Response headers of this process: no framing, no caching, no referrer, and connections only to itself. */
export function consoleHeaders(secure: boolean): Readonly<Record<string, string>> {
  return {
    'content-security-policy': [
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self' data:",
      "font-src 'self'",
      "connect-src 'self'",
      // push.js, which shows push notifications.
      "worker-src 'self'",
      "base-uri 'none'",
      "object-src 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      'trusted-types slipway-worker',
    ].join('; '),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy':
      'accelerometer=(), camera=(), geolocation=(), gyroscope=(), microphone=(), payment=(), usb=()',
    ...(secure && { 'strict-transport-security': 'max-age=63072000; includeSubDomains' }),
  };
}

/**
 * Serves the built console: hashed assets are cached forever, the document never; other addresses return the document,
 * which routes them.
 */
export async function registerConsolePages(app: FastifyInstance, distFolder: string): Promise<void> {
  const document = await readFile(join(distFolder, 'index.html'), 'utf8');
  await app.register(fastifyStatic, {
    root: distFolder,
    prefix: CONSOLE_PATH,
    index: false,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      const hashed = relative(distFolder, path).startsWith('assets/');
      void reply.header('cache-control', hashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-store');
      if (/\.js(?:\.br|\.gz)?$/.test(path)) void reply.header('content-type', 'text/javascript; charset=utf-8');
    },
  });
  app.get(`${CONSOLE_PATH}/assets/*`, async (_request, reply) =>
    reply.code(404).type('text/plain; charset=utf-8').header('cache-control', 'no-store').send('Not found'),
  );
  const sendDocument = async (_request: unknown, reply: FastifyReply) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(document);
  app.get(`${CONSOLE_PATH}/*`, sendDocument);
  app.get(CONSOLE_PATH, async (_request, reply) => reply.redirect(`${CONSOLE_PATH}/`));
  app.get('/', async (_request, reply) => reply.redirect(`${CONSOLE_PATH}/`));
}
