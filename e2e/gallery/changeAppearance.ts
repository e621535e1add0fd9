/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { finishAnimations } from '../page/inspectPage.ts';
import { expect } from '../world.ts';
import type { Language, Theme } from './appearances.ts';

/** Changes the theme by emulating the device's preference. */
export async function changeTheme(page: Page, colorScheme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await finishAnimations(page);
}

/** Changes the language as a choice in another tab does: by a storage event. */
export async function changeLanguage(page: Page, language: Language): Promise<void> {
  await page.evaluate((chosen) => {
    localStorage.setItem('locale', chosen);
    dispatchEvent(new StorageEvent('storage', { key: 'locale', newValue: chosen }));
  }, language);
  await expect(page.locator('html')).toHaveAttribute('lang', language);
  await finishAnimations(page);
}
