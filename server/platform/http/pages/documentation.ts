import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { DOCUMENTATION_PATH } from '../headers/securityHeaders.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;
/** Names of the site's files: none begins with a dot, so that a path never leaves the folder. */
const FILE_PATH = /^(?:[\w@-][\w@.-]*\/)*(?:[\w@-][\w@.-]*)?$/;
const ASSETS = /^assets\//;
const NOT_FOUND_PAGE = '404.html';
/** The build writes this file last, and removes it first. */
const COMPLETE_FILE = 'complete';
const NOT_BUILT =
  'The documentation has not been built yet: "npm run build" builds it, and docs/ of the sources has its pages.\n';

/**
 * Serves the documentation site, if its folder has one: `npm start` builds it while it runs. Hashed files are cached forever,
 * pages are revalidated. Needs the decorations of `registerPages`.
 */
export function registerDocumentation(app: FastifyInstance, folder: string): void {
  app.get(DOCUMENTATION_PATH.slice(0, -1), async (_request, reply) => reply.redirect(DOCUMENTATION_PATH, 308));
  app.get<{ Params: { '*': string } }>(
    `${DOCUMENTATION_PATH}*`,
    {
      // Set here, since `sendFile` sets its own headers before.
      async onSend({ params }, reply, payload) {
        const isForever = ASSETS.test(params['*']) && reply.statusCode < 400;
        void reply.header('cache-control', isForever ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
        return payload;
      },
    },
    async ({ params }, reply) => {
      const path = params['*'];
      const file = toFileName(path);
      const sendText = (text: string) => reply.code(404).type('text/plain; charset=utf-8').send(text);
      if (!(await isFile(join(folder, COMPLETE_FILE)))) return sendText(NOT_BUILT);
      if (FILE_PATH.test(path) && (await isFile(join(folder, file)))) return reply.sendFile(file, folder);
      if (ASSETS.test(path)) return sendText('Not found');
      const page = await readFile(join(folder, NOT_FOUND_PAGE), 'utf8');
      return reply.code(404).type('text/html; charset=utf-8').send(page);
    },
  );
}

/** Returns the file of an address: pages have addresses without an extension. */
function toFileName(path: string): string {
  if (path === '' || path.endsWith('/')) return `${path}index.html`;
  return /\.[^/]+$/.test(path) ? path : `${path}.html`;
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}
