/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { atRest } from '../inspect.ts';
import { expect } from '../world.ts';
import type { Language, Theme } from './dresses.ts';

/** The same state in another theme, as the device asks for it. */
export async function inTheme(page: Page, colorScheme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await atRest(page);
}

/** The same state in another language, as if it had been chosen in another tab of the browser. */
export async function inLanguage(page: Page, language: Language): Promise<void> {
  await page.evaluate((chosen) => {
    localStorage.setItem('locale', chosen);
    dispatchEvent(new StorageEvent('storage', { key: 'locale', newValue: chosen }));
  }, language);
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  await atRest(page);
}
