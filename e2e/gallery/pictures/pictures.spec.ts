/// <reference lib="dom" />
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { atRest } from '../../inspect.ts';
import { expect } from '../../world.ts';
import { inLanguage, inTheme } from '../dress.ts';
import { languages, type Theme, themes } from '../dresses.ts';
import { test } from '../galleryTest.ts';
import { scenes } from '../scenes.ts';
import { picturePath, type Size, sizes } from './pictures.ts';
import { README_PICTURES, readmeFile } from './readmePictures.ts';

test.use({ viewport: sizes.phone });

for (const scene of scenes) {
  test(scene.name, async ({ page, gallery }) => {
    test.slow();
    await fetchFont(page);
    await page.clock.install();
    await scene.arrive(page, gallery);
    await stopClock(page);
    for (const language of languages) {
      if (scene.route !== null) await inLanguage(page, language);
      else if (language !== 'en-US') return;
      await scene.sayAgain?.(page);
      for (const size of Object.keys(sizes) as Size[]) {
        await page.setViewportSize(sizes[size]);
        // What only a wider screen shows is fetched now; the page's own clock stands, so no condition of its tells when.
        await page.waitForTimeout(FETCHING_MS);
        if (size === 'desktop' && scene.whenWide) await waitWithClock(page, scene.whenWide(page));
        for (const theme of themes) await take(page, scene.name, { size, theme, language });
      }
      await page.setViewportSize(sizes.phone);
    }
  });
}

/** On a first visit the system's face may stand in for the font; every later one has it, as the pictures have. */
async function fetchFont(page: Page): Promise<void> {
  await page.goto('/terms.html');
  await page.evaluate(() => document.fonts.load('1rem "Hanken Grotesk"'));
}

/** From here on only what is asked to moves: a toast stays, a countdown stands, no quote is renewed. */
async function stopClock(page: Page): Promise<void> {
  await atRest(page);
  await page.clock.pauseAt(new Date(Date.now() + SETTLING_MS));
}

/** Moves the page's clock until something is there: React shows late parts by timers. */
async function waitWithClock(page: Page, wanted: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(100);
    await expect(wanted).toBeVisible({ timeout: 100 });
  }).toPass();
}

/** Late pictures come, skeletons that wait a moment appear. */
const SETTLING_MS = 400;

const FETCHING_MS = 200;

type Dress = { readonly size: Size; readonly theme: Theme; readonly language: (typeof languages)[number] };

async function take(page: Page, name: string, { size, theme, language }: Dress): Promise<void> {
  await inTheme(page, theme);
  // What is measured in the next frame is measured now.
  await page.clock.runFor(50);
  const popup = await page.locator('dialog[open]').count();
  const dress = `${size}-${theme}-${language}`;
  const path = picturePath(name, dress);
  await page.screenshot({
    path,
    fullPage: popup === 0,
    animations: 'disabled',
    caret: 'hide',
    scale: size === 'phone' ? 'device' : 'css',
  });
  const file = readmeFile(name, dress);
  if (file) await copyFile(path, join(README_PICTURES, file));
}
