import { readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { LanguageTexts } from '@slipway/contract/languageFile.ts';
import type { FastifyInstance } from 'fastify';
import { compileTexts, type Languages, SERVER_KEYS } from '../../languages.ts';
import { buildEmbedHeaders, isEmbedFile } from '../headers/embedFiles.ts';
import { type FramingOrigins, findFramingOrigins, PLUGIN_PATH } from '../headers/securityHeaders.ts';
import { type AnswerPrefetcher, embedAnswers } from './answerPrefetcher.ts';
import { type Documents, withLanguages } from './documents.ts';
import { READER_HEADERS, readPreferences } from './readerPreferences.ts';
import type { Terms } from './terms.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

export type PagesOptions = {
  readonly distFolder: string;
  readonly documents: Documents;
  readonly terms: Terms;
  readonly languages: Languages;
  /** Prefetched answers for pages that begin a purchase; without it, pages request everything. */
  readonly answersAhead?: AnswerPrefetcher;
  readonly framingOrigins?: FramingOrigins;
};

/** Placeholder in the plugin page for the origins that it may message, which are those that may frame it. */
const ORIGINS_PLACEHOLDER = '<meta name="frame-origins" content="" />';
const TERMS_PATH = '/terms.html';
/** Keys of the plugin page's texts, written by the build. */
const PLUGIN_TEXT_KEYS = 'plugin/textKeys.json';

/**
 * Serves the built web app: hashed assets are cached forever, everything else is revalidated; the app routes any other path.
 */
export async function registerPages(
  app: FastifyInstance,
  { distFolder, documents, terms, languages, answersAhead, framingOrigins = () => [] }: PagesOptions,
): Promise<void> {
  await app.register(fastifyStatic, {
    root: distFolder,
    index: false,
    wildcard: false,
    // The build also wrote x.js.br and x.js.gz.
    preCompressed: true,
    cacheControl: false,
    setHeaders(reply, path) {
      const url = `/${relative(distFolder, path)}`;
      const hashed = url.startsWith('/assets/');
      void reply.header('cache-control', hashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
      if (isEmbedFile(url))
        for (const [name, value] of Object.entries(buildEmbedHeaders(url))) void reply.header(name, value);
      if (/\.js(?:\.br|\.gz)?$/.test(path)) void reply.header('content-type', 'text/javascript; charset=utf-8');
    },
  });
  // For a file of a former build, or a loader of a future version: the app's document would be cached as that file.
  for (const files of ['/assets/*', '/embed/*'])
    app.get(files, async (_request, reply) =>
      reply.code(404).type('text/plain; charset=utf-8').header('cache-control', 'no-store').send('Not found'),
    );
  app.get('/*', async (request, reply) => {
    const [path = '/', ...query] = request.url.split('?');
    const { text, links, isPlain } = documents.getDocument(path, readPreferences(request));
    if (links !== '') void reply.header('link', links);
    void reply.type('text/html; charset=utf-8').headers(READER_HEADERS);
    const answers = isPlain && query.length === 0 && answersAhead ? await answersAhead(request, reply) : null;
    if (!answers) return reply.send(text);
    // A quote is valid only now, and only for this visitor.
    return reply.header('cache-control', 'no-store').send(embedAnswers(text, answers));
  });
  app.get(TERMS_PATH, async (request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .headers(READER_HEADERS)
      .send(terms.getPage(readPreferences(request))),
  );

  const plugin = withLanguages(await readFile(join(distFolder, 'plugin/index.html'), 'utf8'), languages);
  if (!plugin.includes(ORIGINS_PLACEHOLDER))
    throw new Error(`plugin/index.html has no ${ORIGINS_PLACEHOLDER} to fill in`);
  app.get(PLUGIN_PATH, async (request, reply) => {
    const origins = findFramingOrigins(request.url, framingOrigins).join(' ');
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(
        plugin.replace(ORIGINS_PLACEHOLDER, () => ORIGINS_PLACEHOLDER.replace('content=""', `content="${origins}"`)),
      );
  });

  await registerLanguages(app, distFolder, languages);
}

async function registerLanguages(app: FastifyInstance, distFolder: string, languages: Languages): Promise<void> {
  const pluginKeys = JSON.parse(await readFile(join(distFolder, PLUGIN_TEXT_KEYS), 'utf8')) as string[];
  const serve = (path: string, buildBody: (texts: LanguageTexts) => object) => {
    const bodies = new Map(
      languages.locales.map((locale) => [
        `${locale}.json`,
        JSON.stringify(buildBody(languages.findTexts(locale) ?? {})),
      ]),
    );
    app.get<{ Params: { file: string } }>(`${path}/:file`, async ({ params }, reply) => {
      const body = bodies.get(params.file);
      if (body === undefined) return reply.code(404).type('text/plain; charset=utf-8').send('Not found');
      return reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(body);
    });
  };
  app.get('/admin/languages', async () => ({ dataList: languages.locales.map((localName) => ({ localName })) }));
  serve('/languages', (texts) => Object.fromEntries(Object.entries(texts).filter(([key]) => !SERVER_KEYS.test(key))));
  serve('/plugin/languages', (texts) => compileTexts(texts, pluginKeys));
}
