import type { WorkerMessage } from './messages.ts';
import type { Precache } from './precache.ts';
import { findAsset, findShell, findTexts, forgetOldVersions, storeTexts, storeVersion } from './storage.ts';
import { chooseStrategy, type Strategy } from './strategy.ts';

declare const self: ServiceWorkerGlobalScope;
/** Replaced by the build at each occurrence. */
declare const PRECACHE: Precache;

const precache: Precache = PRECACHE;

/** Maximum wait for a page on a slow connection before the shell is shown instead. */
const DOCUMENT_TIMEOUT_MS = 30_000;
/**
 * A card page without an answer redirects here. At its own URL only a document from the network may be shown, because of its
 * special Content-Security-Policy.
 */
const NO_RESPOND_PATH = '/no-respond';

type RequestHandler = (event: FetchEvent) => Promise<Response>;

const handlers: Readonly<Record<Exclude<Strategy, 'untouched'>, RequestHandler>> = {
  asset: async ({ request }) => (await findAsset(request)) ?? fetch(request),
  document: async (event) => {
    try {
      return await withTimeout(fetchFromNetwork(event));
    } catch (error) {
      const shell = await findShell(precache);
      if (!shell) throw error;
      return shell;
    }
  },
  card_document: async (event) => {
    try {
      return await fetchFromNetwork(event);
    } catch {
      const { pathname, search } = new URL(event.request.url);
      return Response.redirect(`${NO_RESPOND_PATH}?from=${encodeURIComponent(pathname + search)}`);
    }
  },
  texts: async (event) => {
    try {
      const response = await fetch(event.request);
      if (response.ok) event.waitUntil(storeTexts(event.request, response.clone()));
      return response;
    } catch (error) {
      const copy = await findTexts(event.request);
      if (!copy) throw error;
      return copy;
    }
  },
};

self.addEventListener('install', (event) => event.waitUntil(storeVersion(precache)));

self.addEventListener('activate', (event) => {
  const activation = async () => {
    await forgetOldVersions(precache.version);
    // Lets the browser request a page while the worker is still starting.
    await self.registration.navigationPreload?.enable();
    // Also controls the page of the first visit, so that its later files are available with or without a connection.
    await self.clients.claim();
  };
  event.waitUntil(activation());
});

self.addEventListener('fetch', (event) => {
  const strategy = chooseStrategy(event.request, self.location.origin);
  if (strategy !== 'untouched') event.respondWith(handlers[strategy](event));
});

self.addEventListener('message', ({ data, ports }) => {
  const message = data as WorkerMessage;
  if (message.kind === 'take_over') void self.skipWaiting();
  if (message.kind === 'has') ports[0]?.postMessage(precache.assets.includes(message.path));
});

async function fetchFromNetwork({ preloadResponse, request }: FetchEvent): Promise<Response> {
  return ((await preloadResponse) as Response | undefined) ?? fetch(request);
}

function withTimeout(response: Promise<Response>): Promise<Response> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no answer in time')), DOCUMENT_TIMEOUT_MS);
    response.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
