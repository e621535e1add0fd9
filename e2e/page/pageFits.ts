/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { expectNoSidewaysScrolling } from './inspectPage.ts';

const NARROWEST = { width: 320, height: 640 };

/**
 * Checks that the page does not scroll sideways on the narrowest phone, nor on a usual phone with text of twice the size (WCAG
 * 1.4.10, 1.4.4). Leaves the page in the size of `phone`.
 */
export async function expectPageFits(
  page: Page,
  name: string,
  phone: { readonly width: number; readonly height: number },
): Promise<void> {
  await page.setViewportSize(NARROWEST);
  await expectNoSidewaysScrolling(page, `${name} at 320 px`);
  await page.setViewportSize(phone);
  await setTextSize(page, '200%');
  await expectNoSidewaysScrolling(page, `${name} at ${phone.width} px with large text`);
  await setTextSize(page, '');
}

export async function setTextSize(page: Page, size: string): Promise<void> {
  await page.evaluate((fontSize) => {
    document.documentElement.style.fontSize = fontSize;
  }, size);
}
