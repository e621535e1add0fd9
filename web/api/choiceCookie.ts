const YEAR_SECONDS = 365 * 24 * 60 * 60;

/**
 * What was chosen by hand, also as a cookie: the server then draws the first screen in it (server/platform/http/documents.ts).
 * null forgets the choice.
 */
export function storeChoiceCookie(name: 'locale' | 'theme', value: string | null): void {
  const secure = location.protocol === 'https:';
  const life = value === null ? 0 : YEAR_SECONDS;
  const fullName = secure ? `__Host-${name}` : name;
  document.cookie = `${fullName}=${encodeURIComponent(value ?? '')}; Path=/; Max-Age=${life}; SameSite=Lax${secure ? '; Secure' : ''}`;
}
