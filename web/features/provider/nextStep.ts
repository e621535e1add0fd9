import { isOwnPath } from '@slipway/contract/ownPath.ts';
/** What a provider's answer says about how the purchase goes on. */
export type NextStep =
  /** A page of ours. */
  | { readonly kind: 'here'; readonly path: string }
  /** The provider's own page. `host` is what a buyer recognizes it by. */
  | { readonly kind: 'away'; readonly address: string; readonly host: string }
  | { readonly kind: 'words'; readonly words: string }
  | { readonly kind: 'none' };

/** Reads nextStepContent: a path, a web address over HTTPS, or words for the buyer. */
export function readNextStep(content: string): NextStep {
  const given = content.trim();
  if (given === '') return { kind: 'none' };
  if (isOwnPath(given)) return { kind: 'here', path: given };
  const away = webPage(given);
  if (away) return { kind: 'away', address: away.href, host: away.host };
  return /^[a-z][a-z0-9+.-]*:|^[/\\]/i.test(given) ? { kind: 'none' } : { kind: 'words', words: given };
}

/** Where a buyer is sent back to: `host` is what they recognize it by. */
type ReturnPlace = { readonly href: string; readonly host: string; readonly origin: string };

/** A page, or an app by its scheme, which is named for a domain; the server has compared both with what the partner registered. */
export function returnPlace(address: string): ReturnPlace | null {
  const [, scheme] = /^([a-z][a-z0-9-]*(?:\.[a-z0-9-]+)+):\/\//i.exec(address) ?? [];
  return scheme === undefined ? webPage(address) : { href: address, host: scheme, origin: '' };
}

/** The page of an address, when it is a safe one to leave for; a name before the host only pretends to be another one. */
export function webPage(address: string): URL | null {
  if (!/^https?:\/\//i.test(address)) return null;
  try {
    const url = new URL(address);
    const safe = url.protocol === 'https:' || url.hostname === 'localhost';
    return safe && url.username === '' && url.password === '' ? url : null;
  } catch {
    return null;
  }
}
