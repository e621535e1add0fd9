/** Path of the public files that partners' pages load, from any origin. */
const EMBED_PATH = '/embed/';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

export function isEmbedFile(url: string): boolean {
  return url.startsWith(EMBED_PATH);
}

/**
 * Returns a file's headers, to be sent with the security policies. A published file of the loader never changes; the list of
 * hashes does. Both allow any origin: otherwise a browser cannot check the script tag's `integrity`.
 */
export function buildEmbedHeaders(path: string): Readonly<Record<string, string>> {
  const cacheControl = path.endsWith('.json') ? 'no-cache' : `public, max-age=${YEAR_SECONDS}, immutable`;
  return { 'cache-control': cacheControl, 'access-control-allow-origin': '*' };
}
