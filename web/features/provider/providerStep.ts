import { isOwnPath } from '@slipway/contract/ownPath.ts';
/** How the purchase continues, from the provider's answer. */
export type ProviderStep =
  /** A page of this site. */
  | { readonly kind: 'here'; readonly path: string }
  /** The provider's page; `host` is shown so that the buyer recognizes it. */
  | { readonly kind: 'away'; readonly address: string; readonly host: string }
  | { readonly kind: 'words'; readonly explanation: string }
  | { readonly kind: 'none' };

/** Parses nextStepContent: a path, an HTTPS URL, or text for the buyer. Other content, such as an unsafe URL, is `none`. */
export function parseProviderStep(content: string): ProviderStep {
  const given = content.trim();
  if (given === '') return { kind: 'none' };
  if (isOwnPath(given)) return { kind: 'here', path: given };
  const away = parseWebPage(given);
  if (away) return { kind: 'away', address: away.href, host: away.host };
  return /^[a-z][a-z0-9+.-]*:|^[/\\]/i.test(given) ? { kind: 'none' } : { kind: 'words', explanation: given };
}

/** Page that the buyer returns to; `host` is shown so that the buyer recognizes it. */
type ReturnTarget = { readonly href: string; readonly host: string; readonly origin: string };

/**
 * Parses a web page, or an app link whose scheme is named after a domain; the server has checked both against the
 * partner's registration.
 */
export function parseReturnTarget(address: string): ReturnTarget | null {
  const [, scheme] = /^([a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+):\/\//i.exec(address) ?? [];
  return scheme === undefined ? parseWebPage(address) : { href: address, host: scheme, origin: '' };
}

/**
 * Parses a URL that is safe to open: HTTPS, or HTTP on localhost, without user information, which can disguise the host. Returns
 * null for any other.
 */
export function parseWebPage(address: string): URL | null {
  if (!/^https?:\/\//i.test(address)) return null;
  try {
    const url = new URL(address);
    const safe = url.protocol === 'https:' || url.hostname === 'localhost';
    return safe && url.username === '' && url.password === '' ? url : null;
  } catch {
    return null;
  }
}
