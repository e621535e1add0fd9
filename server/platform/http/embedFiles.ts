/** What partners' pages load from us: public, and meant for every origin. */
const EMBED_PATH = '/embed/';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

export function isEmbedFile(url: string): boolean {
  return url.startsWith(EMBED_PATH);
}

/**
 * A file's headers besides the policies, by its address. A loader's bytes are those of its version for ever; the list of hashes grows.
 * Any origin may read both: without that a browser cannot compare the bytes with the `integrity` of the script tag.
 */
export function embedHeaders(path: string): Readonly<Record<string, string>> {
  const lasting = path.endsWith('.json') ? 'no-cache' : `public, max-age=${YEAR_SECONDS}, immutable`;
  return { 'cache-control': lasting, 'access-control-allow-origin': '*' };
}
