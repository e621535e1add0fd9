import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { Documents } from './documents.ts';
import { type FramingOrigins, framersOf, PLUGIN_PATH } from './securityHeaders.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

export type PagesOptions = {
  readonly distFolder: string;
  readonly documents: Documents;
  readonly languagesFolder: string;
  readonly framingOrigins?: FramingOrigins;
};

/** Where the plugin page learns to which origins it may speak: the same ones as its policy lets frame it. */
const NO_ORIGINS = '<meta name="frame-origins" content="" />';

/** The built web app: hashed assets for ever, everything else fresh; any other path is the app's to route. */
export async function registerPages(
  app: FastifyInstance,
  { distFolder, documents, languagesFolder, framingOrigins = () => [] }: PagesOptions,
): Promise<void> {
  await app.register(fastifyStatic, {
    root: distFolder,
    index: false,
    wildcard: false,
    // The build has written x.js.br and x.js.gz beside x.js.
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      const hashed = path.includes('/assets/');
      void reply.header('cache-control', hashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
      if (/\.js(?:\.br|\.gz)?$/.test(path)) void reply.header('content-type', 'text/javascript; charset=utf-8');
    },
  });
  // A file of a build that is gone: the app's document in its place would be kept as that file.
  app.get('/assets/*', async (_request, reply) =>
    reply.code(404).type('text/plain').header('cache-control', 'no-store').send('Not found'),
  );
  app.get('/*', async ({ url, headers, cookies }, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .headers({ 'cache-control': 'no-cache', vary: 'Accept-Language, Cookie' })
      .send(
        documents.documentFor({
          path: url.split('?', 1)[0] ?? '/',
          acceptLanguage: headers['accept-language'] ?? '',
          locale: cookies['locale'],
          theme: cookies['theme'],
        }),
      ),
  );

  const plugin = await readPluginPage(distFolder);
  app.get(PLUGIN_PATH, async (request, reply) => {
    const origins = framersOf(request.url, framingOrigins).join(' ');
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(plugin.replace(NO_ORIGINS, () => NO_ORIGINS.replace('content=""', `content="${origins}"`)));
  });

  const languages = await readLanguages(languagesFolder);
  app.get('/admin/languages', async () => ({ dataList: [...languages.keys()].map((localName) => ({ localName })) }));
  app.get<{ Params: { file: string } }>('/languages/:file', async (request, reply) => {
    const texts = languages.get(request.params.file.replace(/\.json$/, ''));
    if (!texts) return reply.code(404).type('text/plain').send('Not found');
    return reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(texts);
  });
}

async function readPluginPage(distFolder: string): Promise<string> {
  const page = await readFile(join(distFolder, 'plugin/index.html'), 'utf8');
  if (!page.includes(NO_ORIGINS)) throw new Error(`plugin/index.html has no ${NO_ORIGINS} to fill in`);
  return page;
}

async function readLanguages(folder: string): Promise<ReadonlyMap<string, Buffer>> {
  const files = (await readdir(folder)).filter((name) => /^[a-z]{2}(?:-[A-Za-z]+)?\.json$/.test(name)).toSorted();
  return new Map(
    await Promise.all(
      files.map(async (name) => [name.replace('.json', ''), await readFile(join(folder, name))] as const),
    ),
  );
}
