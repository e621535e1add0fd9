import type { CDPSession, Page } from '@playwright/test';

const sessions = new WeakMap<Page, Promise<CDPSession>>();

/** Returns the page's own session of the DevTools protocol, opened on first use. It ends with the page. */
export function openDevTools(page: Page): Promise<CDPSession> {
  const opened = sessions.get(page);
  if (opened) return opened;
  const session = page.context().newCDPSession(page);
  sessions.set(page, session);
  return session;
}
