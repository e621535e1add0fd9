/** All cookies that pages set (docs/browser-storage.md). */
type PageCookie = 'locale' | 'theme' | 'storageProof';

type CookiePage = Pick<Window, 'document' | 'location'>;

/**
 * Writes a host-only cookie that scripts can read; null removes it. Over HTTPS the prefix `__Host-` prevents other hosts of
 * the domain from overwriting it.
 */
export function writePageCookie(
  name: PageCookie,
  value: string | null,
  seconds: number,
  page: CookiePage = globalThis,
): void {
  const secure = page.location.protocol === 'https:' ? '; Secure' : '';
  const maxAge = value === null ? 0 : seconds;
  page.document.cookie = `${buildCookieName(page, name)}=${encodeURIComponent(value ?? '')}; Path=/; Max-Age=${maxAge}; SameSite=Lax${secure}`;
}

export function readPageCookie(name: PageCookie, page: CookiePage = globalThis): string | undefined {
  const start = `${buildCookieName(page, name)}=`;
  const found = page.document.cookie.split('; ').find((cookie) => cookie.startsWith(start));
  return found === undefined ? undefined : decodeURIComponent(found.slice(start.length));
}

function buildCookieName({ location }: CookiePage, name: PageCookie): string {
  return location.protocol === 'https:' ? `__Host-${name}` : name;
}
