import { writePageCookie } from './pageCookie.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/**
 * Stores the buyer's choice in a cookie, so that the server renders the first screen with it
 * (server/platform/http/pages/documents.ts). null removes it.
 */
export function storeChoiceCookie(name: 'locale' | 'theme', value: string | null): void {
  writePageCookie(name, value, YEAR_SECONDS);
}
