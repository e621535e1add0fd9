import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { LanguageTexts } from '@slipway/contract/languageFile.ts';
import type { FastifyInstance } from 'fastify';
import { compiledTexts, type Languages, SERVER_KEYS } from '../languages.ts';
import { type Documents, withLanguages } from './documents.ts';
import { embedHeaders, isEmbedFile } from './embedFiles.ts';
import { READER_HEADERS, readerOf } from './reader.ts';
import { type FramingOrigins, framersOf, PLUGIN_PATH } from './securityHeaders.ts';
import { type AnswersAhead, withAnswers } from './sentAnswers.ts';
import type { Terms } from './terms.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

export type PagesOptions = {
  readonly distFolder: string;
  readonly documents: Documents;
  readonly terms: Terms;
  readonly languages: Languages;
  /** What goes along with a page that begins a purchase; without it pages ask for everything. */
  readonly answersAhead?: AnswersAhead;
  readonly framingOrigins?: FramingOrigins;
};

/** Where the plugin page learns to which origins it may speak: the same ones as its policy lets frame it. */
const NO_ORIGINS = '<meta name="frame-origins" content="" />';
const TERMS_PATH = '/terms.html';
/** Keys of the texts that the plugin page shows; the build writes them there. */
const PLUGIN_TEXT_KEYS = 'plugin/textKeys.json';

/** The built web app: hashed assets for ever, everything else fresh; any other path is the app's to route. */
export async function registerPages(
  app: FastifyInstance,
  { distFolder, documents, terms, languages, answersAhead, framingOrigins = () => [] }: PagesOptions,
): Promise<void> {
  await app.register(fastifyStatic, {
    root: distFolder,
    index: false,
    wildcard: false,
    // The build has written x.js.br and x.js.gz beside x.js.
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      const url = `/${relative(distFolder, path)}`;
      const hashed = url.startsWith('/assets/');
      void reply.header('cache-control', hashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
      if (isEmbedFile(url))
        for (const [name, value] of Object.entries(embedHeaders(url))) void reply.header(name, value);
      if (/\.js(?:\.br|\.gz)?$/.test(path)) void reply.header('content-type', 'text/javascript; charset=utf-8');
    },
  });
  // A file of a build that is gone, or a loader of a version to come: the app's document in its place would be kept as that file.
  for (const files of ['/assets/*', '/embed/*'])
    app.get(files, async (_request, reply) =>
      reply.code(404).type('text/plain; charset=utf-8').header('cache-control', 'no-store').send('Not found'),
    );
  app.get('/*', async (request, reply) => {
    const [path = '/', ...query] = request.url.split('?');
    const { text, links, isPlain } = documents.documentFor(path, readerOf(request));
    if (links !== '') void reply.header('link', links);
    void reply.type('text/html; charset=utf-8').headers(READER_HEADERS);
    const answers = isPlain && query.length === 0 && answersAhead ? await answersAhead(request, reply) : null;
    if (!answers) return reply.send(text);
    // A quote is of this moment, and of this visitor.
    return reply.header('cache-control', 'no-store').send(withAnswers(text, answers));
  });
  app.get(TERMS_PATH, async (request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .headers(READER_HEADERS)
      .send(terms.pageFor(readerOf(request))),
  );

  const plugin = withLanguages(await readFile(join(distFolder, 'plugin/index.html'), 'utf8'), languages);
  if (!plugin.includes(NO_ORIGINS)) throw new Error(`plugin/index.html has no ${NO_ORIGINS} to fill in`);
  app.get(PLUGIN_PATH, async (request, reply) => {
    const origins = framersOf(request.url, framingOrigins).join(' ');
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(plugin.replace(NO_ORIGINS, () => NO_ORIGINS.replace('content=""', `content="${origins}"`)));
  });

  await registerLanguages(app, distFolder, languages);
}

async function registerLanguages(app: FastifyInstance, distFolder: string, languages: Languages): Promise<void> {
  const pluginKeys = JSON.parse(await readFile(join(distFolder, PLUGIN_TEXT_KEYS), 'utf8')) as string[];
  const serve = (path: string, bodyOf: (texts: LanguageTexts) => object) => {
    const bodies = new Map(
      languages.locales.map((locale) => [`${locale}.json`, JSON.stringify(bodyOf(languages.textsOf(locale) ?? {}))]),
    );
    app.get<{ Params: { file: string } }>(`${path}/:file`, async ({ params }, reply) => {
      const body = bodies.get(params.file);
      if (body === undefined) return reply.code(404).type('text/plain; charset=utf-8').send('Not found');
      return reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(body);
    });
  };
  app.get('/admin/languages', async () => ({ dataList: languages.locales.map((localName) => ({ localName })) }));
  serve('/languages', (texts) => Object.fromEntries(Object.entries(texts).filter(([key]) => !SERVER_KEYS.test(key))));
  serve('/plugin/languages', (texts) => compiledTexts(texts, pluginKeys));
}
