import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createServer as createVite } from 'vite';
import { pages, writeDocuments } from './development/documents.ts';
import { forwardToServer } from './development/forwardToServer.ts';
import { readPageTexts } from './development/readPageTexts.ts';
import { isSourcePath } from './development/sourcePath.ts';
import { writeLoaderScript } from './loaderScript.ts';

const WEB_FOLDER = fileURLToPath(new URL('../', import.meta.url));
const LANGUAGES = join(WEB_FOLDER, 'i18n');
const ENGLISH = join('i18n', 'en-US.json');
/** Service worker that replaces one that a built app left at this origin, and then unregisters itself. */
const NO_WORKER = `addEventListener('install', () => skipWaiting());
addEventListener('activate', () => registration.unregister());
`;

/** The web app's part of `npm run dev`: serves its sources through Vite and forwards everything else to the server. */
async function main(): Promise<void> {
  const { PORT: port, SERVER_PORT: serverPort, DOCUMENTS_FOLDER: documents, CACHE_FOLDER: cacheDir } = process.env;
  if (port === undefined || serverPort === undefined || documents === undefined || cacheDir === undefined)
    throw new Error('PORT, SERVER_PORT, DOCUMENTS_FOLDER or CACHE_FOLDER is missing: use npm run dev');
  const server = createServer();
  const vite = await createVite({
    configFile: join(WEB_FOLDER, 'vite.config.ts'),
    root: WEB_FOLDER,
    appType: 'custom',
    cacheDir,
    clearScreen: false,
    server: {
      middlewareMode: true,
      hmr: { server },
      fs: { allow: [join(WEB_FOLDER, '..'), cacheDir] },
    },
  });
  await writeDocuments(vite, documents);
  await writeLoaderScript(documents);
  const watchedPages = new Set([...pages, ENGLISH].map((page) => join(WEB_FOLDER, page)));
  vite.watcher.on('change', (file) => {
    if (watchedPages.has(file)) void writeDocuments(vite, documents).catch(logError);
    // English is a module of the pages; other languages are fetched.
    if (dirname(file) === LANGUAGES && file !== join(WEB_FOLDER, ENGLISH)) vite.ws.send({ type: 'full-reload' });
  });

  server.on('request', (request, response) => {
    const url = request.url ?? '/';
    if (url === '/sw.js') response.writeHead(200, { 'content-type': 'text/javascript' }).end(NO_WORKER);
    else if (isSourcePath(WEB_FOLDER, url))
      vite.middlewares(request, response, () => response.writeHead(404).end('Not found'));
    else void serveRequest(Number(serverPort), request, response);
  });
  server.listen(Number(port), '127.0.0.1');
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      server.closeAllConnections();
      void vite.close().finally(() => process.exit(0));
    });
  }
}

/** False if the operator has its own texts, which only the server knows. */
const readsLanguages = !process.env['LANGUAGES_FOLDER'];

async function serveRequest(serverPort: number, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const texts = readsLanguages ? await readPageTexts(WEB_FOLDER, request.url ?? '').catch(() => undefined) : undefined;
  if (texts === undefined) await forwardToServer(serverPort, request, response);
  else response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-cache' }).end(texts);
}

function logError(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
}

main().catch((error: unknown) => {
  logError(error);
  process.exit(1);
});
