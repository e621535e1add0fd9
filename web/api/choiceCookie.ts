import { writePageCookie } from './pageCookie.ts';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/**
 * Stores what was chosen by hand as a cookie too: the server then draws the first screen in it (server/platform/http/documents.ts).
 * null forgets the choice.
 */
export function storeChoiceCookie(name: 'locale' | 'theme', value: string | null): void {
  writePageCookie(name, value, YEAR_SECONDS);
}
