import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/**
 * Serves a built app below a path: hashed assets are cached forever, the document never; other addresses return the document,
 * which routes them.
 */
export async function registerBuiltApp(
  app: FastifyInstance,
  { path, distFolder }: { readonly path: string; readonly distFolder: string },
): Promise<void> {
  const document = await readFile(join(distFolder, 'index.html'), 'utf8');
  await app.register(fastifyStatic, {
    root: distFolder,
    prefix: path,
    // Several apps of one process would decorate the reply twice.
    decorateReply: false,
    index: false,
    wildcard: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, file) {
      const hashed = relative(distFolder, file).startsWith('assets/');
      void reply.header('cache-control', hashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-store');
      if (/\.js(?:\.br|\.gz)?$/.test(file)) void reply.header('content-type', 'text/javascript; charset=utf-8');
    },
  });
  app.get(`${path}/assets/*`, async (_request, reply) =>
    reply.code(404).type('text/plain; charset=utf-8').header('cache-control', 'no-store').send('Not found'),
  );
  app.get(`${path}/*`, async (_request: unknown, reply: FastifyReply) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(document),
  );
  app.get(path, async (_request, reply) => reply.redirect(`${path}/`));
}
