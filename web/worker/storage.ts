import type { Precache } from './precache.ts';

const ASSETS = 'slipway-assets-';
const TEXTS = 'slipway-texts';
/** Number of earlier versions kept, because pages using them may still be open. */
const FORMER_VERSIONS = 2;

const anyVariant = { ignoreVary: true } as const;

/** Fetches all files of a version; fails as a whole if one fails. */
export async function storeVersion({ version, shell, assets }: Precache): Promise<void> {
  const cache = await caches.open(ASSETS + version);
  await Promise.all([
    // The shell's name contains no hash, so it is fetched fresh; hashed files may come from the HTTP cache.
    store(cache, new Request(shell, { cache: 'reload', credentials: 'omit' })),
    ...assets.map((path) => store(cache, new Request(path, { credentials: 'omit' }))),
  ]);
}

async function store(cache: Cache, request: Request): Promise<void> {
  const response = await fetch(request, { priority: 'low' });
  if (!response.ok || response.redirected) throw new Error(`${request.url} answered ${response.status}`);
  await cache.put(request, response);
}

/** Removes all earlier versions except the newest two; caches are listed in order of creation. */
export async function forgetOldVersions(version: string): Promise<void> {
  const former = (await caches.keys()).filter((name) => name.startsWith(ASSETS) && name !== ASSETS + version);
  await Promise.all(former.slice(0, -FORMER_VERSIONS).map((name) => caches.delete(name)));
}

/** Returns a hashed file from any stored version. */
export function findAsset(request: Request): Promise<Response | undefined> {
  return caches.match(request, anyVariant);
}

export async function findShell({ version, shell }: Precache): Promise<Response | undefined> {
  const cache = await caches.open(ASSETS + version);
  return cache.match(shell, anyVariant);
}

export async function storeTexts(request: Request, response: Response): Promise<void> {
  const cache = await caches.open(TEXTS);
  await cache.put(request.url, response);
}

export async function findTexts(request: Request): Promise<Response | undefined> {
  const cache = await caches.open(TEXTS);
  return cache.match(request.url, anyVariant);
}
