/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { expect } from '../world.ts';
import { ignoreNavigation } from './ignoreNavigation.ts';

type RecordingWindow = Window & { shownToasts?: string[] };

/**
 * Lets every page that is opened from here on record its toasts. A toast is shown for a few seconds only, so a test on a busy
 * machine could miss it.
 */
export async function recordToasts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shown: string[] = [];
    (window as RecordingWindow).shownToasts = shown;
    new MutationObserver(() => {
      const toast = document.querySelector('.toast')?.textContent;
      if (toast && toast !== shown.at(-1)) shown.push(toast);
    }).observe(document, { subtree: true, childList: true, characterData: true });
  });
}

/** Waits until the page has shown the toast, even if the toast has closed. Call `recordToasts` before the page is opened. */
export async function expectToast(page: Page, toast: string | RegExp): Promise<void> {
  const readPage = () => page.evaluate(() => (window as RecordingWindow).shownToasts?.join('\n') ?? '');
  const read = async () => (await readPage().catch(ignoreNavigation)) ?? '';
  await (typeof toast === 'string' ? expect.poll(read).toContain(toast) : expect.poll(read).toMatch(toast));
}
