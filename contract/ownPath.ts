import { parseUrl } from './parseUrl.ts';

/** A reserved origin that no site has (RFC 2606). */
const PLACEHOLDER_ORIGIN = 'https://here.invalid';

/**
 * Returns true if an address is a path of the current site under every browser's parsing: tabs and newlines are dropped, `\`
 * is a `/`, and `//host` is another site (WHATWG URL, 4.4).
 */
export function isOwnPath(address: string): boolean {
  return address.startsWith('/') && parseUrl(address, PLACEHOLDER_ORIGIN)?.origin === PLACEHOLDER_ORIGIN;
}
