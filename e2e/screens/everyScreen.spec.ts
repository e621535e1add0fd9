/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { expectFits } from '../fits.ts';
import { inLanguage, inTheme } from '../gallery/dress.ts';
import { chooseDresses } from '../gallery/dresses.ts';
import { scenes } from '../gallery/scenes.ts';
import { expectAccessible, expectReadable } from '../inspect.ts';
import { expectReadingOrder, expectTargets } from '../targets.ts';
import { expect } from '../world.ts';
import { test } from './screenTest.ts';

const PHONE = { width: 375, height: 820 };

test.describe.configure({ mode: 'parallel' });
// A trace of a hundred and fifty short visits costs more than it tells.
test.use({ viewport: PHONE, isMobile: false, hasTouch: false, deviceScaleFactor: 1, trace: 'off' });

const dresses = chooseDresses(scenes);

for (const { name, route, arrive } of scenes) {
  test(`${name} is for everyone`, async ({ page, gallery }) => {
    const complaints = complaintsOf(page);
    await arrive(page, gallery);

    await expectDocument(page);
    await expectTargets(page, name);
    await expectReadingOrder(page, name);
    let spoken: string | undefined;
    for (const { language, theme } of dresses.get(name) ?? []) {
      const isSpoken = language === spoken;
      // Pages outside the app choose their language on arrival.
      if (route !== null && !isSpoken) await inLanguage(page, language);
      spoken = language;
      await inTheme(page, theme);
      await (isSpoken ? expectReadable : expectAccessible)(page, `${name} in ${language}, ${theme}`);
    }
    // In English, whose words are the longer ones.
    if (route !== null && spoken !== 'en-US') await inLanguage(page, 'en-US');
    await expectFits(page, name, PHONE);
    expect(complaints, 'said on the console').toEqual([]);
  });
}

function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return complaints;
}

/** One heading of the first level, a title, a language. */
async function expectDocument(page: Page): Promise<void> {
  await expect(page.locator('h1')).toHaveCount(1);
  expect(await page.title()).not.toBe('');
  await expect(page.locator('html')).toHaveAttribute('lang', /^en/);
}
