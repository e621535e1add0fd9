import { afterEach, expect, test, vi } from 'vitest';
import { storeChoiceCookie } from './choiceCookie.ts';

afterEach(() => vi.unstubAllGlobals());

function getThemeCookie(protocol: string): string {
  const page = { cookie: '' };
  vi.stubGlobal('location', { protocol });
  vi.stubGlobal('document', page);
  storeChoiceCookie('theme', 'dark');
  return page.cookie;
}

test('over HTTPS a choice is stored only for this host and never sent unencrypted', () => {
  expect(getThemeCookie('https:')).toBe('__Host-theme=dark; Path=/; Max-Age=31536000; SameSite=Lax; Secure');
});

test('over HTTP, as in the sandbox, the cookie has neither the name prefix nor Secure', () => {
  expect(getThemeCookie('http:')).toBe('theme=dark; Path=/; Max-Age=31536000; SameSite=Lax');
});
