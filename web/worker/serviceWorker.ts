import type { WorkerMessage } from './messages.ts';
import type { Precache } from './precache.ts';
import { findAsset, findShell, findTexts, forgetOldVersions, storeTexts, storeVersion } from './storage.ts';
import { type Strategy, strategyOf } from './strategy.ts';

declare const self: ServiceWorkerGlobalScope;
/** Put in by the build, wherever it is named. */
declare const PRECACHE: Precache;

const precache: Precache = PRECACHE;

/** So long a page may take on a slow connection before the shell is shown in its place. */
const DOCUMENT_TIMEOUT_MS = 30_000;
/** Where a card page leads that got no answer: its own address must have the network's document. */
const NO_RESPOND_PATH = '/no-respond';

type Answering = (event: FetchEvent) => Promise<Response>;

const answers: Readonly<Record<Exclude<Strategy, 'untouched'>, Answering>> = {
  asset: async ({ request }) => (await findAsset(request)) ?? fetch(request),
  document: async (event) => {
    try {
      return await withinTime(fromNetwork(event));
    } catch (error) {
      const shell = await findShell(precache);
      if (!shell) throw error;
      return shell;
    }
  },
  card_document: async (event) => {
    try {
      return await fromNetwork(event);
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
    // The browser asks for a page while it still starts the worker.
    await self.registration.navigationPreload?.enable();
    // Also the page of the first visit: what it needs later it then has, with or without a connection.
    await self.clients.claim();
  };
  event.waitUntil(activation());
});

self.addEventListener('fetch', (event) => {
  const strategy = strategyOf(event.request, self.location.origin);
  if (strategy !== 'untouched') event.respondWith(answers[strategy](event));
});

self.addEventListener('message', ({ data, ports }) => {
  const message = data as WorkerMessage;
  if (message.kind === 'take_over') void self.skipWaiting();
  if (message.kind === 'has') ports[0]?.postMessage(precache.assets.includes(message.path));
});

async function fromNetwork({ preloadResponse, request }: FetchEvent): Promise<Response> {
  return ((await preloadResponse) as Response | undefined) ?? fetch(request);
}

function withinTime(answer: Promise<Response>): Promise<Response> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no answer in time')), DOCUMENT_TIMEOUT_MS);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
