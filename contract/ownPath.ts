import { parsedUrl } from './parsedUrl.ts';

/** Any origin that nobody has (RFC 2606). */
const HERE = 'https://here.invalid';

/**
 * Whether an address is a path of the site that it is used on, and nothing else however a browser reads it: tabs and newlines
 * are dropped, `\` is a `/`, and `//host` is another site (WHATWG URL, 4.4).
 */
export function isOwnPath(address: string): boolean {
  return address.startsWith('/') && parsedUrl(address, HERE)?.origin === HERE;
}
