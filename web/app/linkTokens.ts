import { OPENED_BY_SESSION_PARAMETER } from '../features/partner/openedParameter.ts';
import { createProof } from './createProof.ts';

/** Single-use parts of a link: a login token and a session token, each null if missing. */
export type LinkTokens = {
  readonly authToken: string | null;
  readonly session: string | null;
  /** Proof that opens the session, and opens it again if the answer is lost. */
  readonly proof: string;
  /** Path and query of the page without these tokens. With a session, a parameter marks the page as part of a session. */
  readonly address: string;
  /** The server has opened or refused the session: only a reload may open it again. */
  readonly isAnswered?: true;
};

/** The tokens are stored so that a reload does not lose them. */
const STORAGE_KEY = 'arrival';

/** Returns true if a link contains any of these tokens. */
export function hasLinkTokens(search: string): boolean {
  const query = new URLSearchParams(search);
  return query.has('authToken') || query.has('session');
}

/**
 * Moves the tokens from the address bar to session storage before any request. Returns them, or after a reload the stored
 * ones; null if there is nothing to exchange.
 */
export function takeLinkTokens(): LinkTokens | null {
  const query = new URLSearchParams(location.search);
  const [authToken, session] = [query.get('authToken'), query.get('session')];
  if (authToken === null && session === null) return findStoredTokens();
  query.delete('authToken');
  query.delete('session');
  if (session !== null) query.set(OPENED_BY_SESSION_PARAMETER, '1');
  replaceQuery(query);
  const stored = readStoredTokens();
  const proof = stored?.session === session && !stored?.isAnswered ? stored.proof : createProof();
  const arrival = { authToken, session, proof, address: getCurrentPath() };
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(arrival));
  return arrival;
}

/**
 * Forgets the tokens that the server has answered. A session token stays stored: a reload that began before the answer loads
 * `address` and opens the session again with the same proof.
 */
export function removeExchangedTokens(tokens: LinkTokens): void {
  if (tokens.session === null) sessionStorage.removeItem(STORAGE_KEY);
  else sessionStorage.setItem(STORAGE_KEY, JSON.stringify({ ...tokens, authToken: null, isAnswered: true }));
}

/** Returns the stored tokens if this page was reloaded before it received the answer; otherwise null. */
function findStoredTokens(): LinkTokens | null {
  const stored = readStoredTokens();
  return stored?.address === getCurrentPath() ? stored : null;
}

function readStoredTokens(): LinkTokens | null {
  return JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null') as LinkTokens | null;
}

function getCurrentPath(): string {
  return location.pathname + location.search;
}

/** Restores the URL and reloads: unexchanged tokens are still valid, and the browser keeps the referrer. */
export function reloadWithTokens({ authToken, session, address }: LinkTokens): void {
  const [path, search = ''] = address.split('?');
  const query = new URLSearchParams(search);
  if (authToken !== null) query.set('authToken', authToken);
  if (session !== null) query.set('session', session);
  replaceQuery(query, path);
  location.reload();
}

/** Changes the URL within the same history entry. */
export function replaceQuery(query: URLSearchParams, path = location.pathname): void {
  history.replaceState(history.state, '', `${path}${query.size > 0 ? `?${query}` : ''}${location.hash}`);
}
