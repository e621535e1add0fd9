import type { Page } from '@playwright/test';
import { changeTheme } from '../gallery/changeAppearance.ts';
import { expectAccessible, expectColorContrast } from './inspectPage.ts';
import { expectPageFits } from './pageFits.ts';
import { expectReadingOrder } from './touchTargets.ts';

const PHONE = { width: 390, height: 844 };

/**
 * Checks the accessibility of a desktop page, light and dark, on the desktop and on a phone, and there the order of Tab and
 * sideways scrolling. Leaves the page light and in the phone's size.
 */
export async function expectAccessibleScreen(page: Page, name: string): Promise<void> {
  await expectAccessible(page, `${name} at a desk, light`);
  await changeTheme(page, 'dark');
  await expectColorContrast(page, `${name} at a desk, dark`);
  await page.setViewportSize(PHONE);
  await expectAccessible(page, `${name} on a phone, dark`);
  await changeTheme(page, 'light');
  await expectColorContrast(page, `${name} on a phone, light`);
  await expectReadingOrder(page, name);
  await expectPageFits(page, name, PHONE);
}
