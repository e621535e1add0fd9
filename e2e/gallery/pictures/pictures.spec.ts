/// <reference lib="dom" />
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { finishAnimations } from '../../page/inspectPage.ts';
import { expect } from '../../world.ts';
import { languages, type Theme, themes } from '../appearances.ts';
import { changeLanguage, changeTheme } from '../changeAppearance.ts';
import { test } from '../galleryTest.ts';
import { scenes } from '../scenes.ts';
import { buildPicturePath, type Size, sizes } from './pictures.ts';
import { findReadmeFile, README_PICTURES } from './readmePictures.ts';

test.use({ viewport: sizes.phone });

for (const scene of scenes) {
  test(scene.name, async ({ page, gallery }) => {
    test.slow();
    await fetchFont(page);
    await page.clock.install();
    await scene.arrive(page, gallery);
    await stopClock(page);
    for (const language of languages) {
      if (scene.route !== null) await changeLanguage(page, language);
      else if (language !== 'en-US') return;
      await scene.replay?.(page);
      for (const size of Object.keys(sizes) as Size[]) {
        await page.setViewportSize(sizes[size]);
        if (size === 'desktop' && scene.whenWide) await waitWithClock(page, scene.whenWide(page));
        for (const theme of themes) await takePicture(page, scene.name, { size, theme, language });
      }
      await page.setViewportSize(sizes.phone);
    }
  });
}

/** Loads the font before the scene: a first visit may otherwise show the system's font. */
async function fetchFont(page: Page): Promise<void> {
  await page.goto('/terms.html');
  await page.evaluate(() => document.fonts.load('1rem "Hanken Grotesk"'));
}

/** Pauses the page's clock so that toasts stay, countdowns stop and no quote is renewed. */
async function stopClock(page: Page): Promise<void> {
  await finishAnimations(page);
  await page.clock.pauseAt(new Date(Date.now() + SETTLING_MS));
}

/** Advances the page's paused clock until the element is fetched and visible: React renders lazy parts by timers. */
async function waitWithClock(page: Page, element: Locator): Promise<void> {
  await expect(async () => {
    await page.clock.runFor(100);
    await expect(element).toBeVisible({ timeout: 100 });
  }).toPass();
}

/** Time of the page's clock for late images and delayed skeletons to appear. */
const SETTLING_MS = 400;

type PictureVariant = { readonly size: Size; readonly theme: Theme; readonly language: (typeof languages)[number] };

async function takePicture(page: Page, name: string, { size, theme, language }: PictureVariant): Promise<void> {
  await changeTheme(page, theme);
  // The page measures its layout in the next frame.
  await page.clock.runFor(50);
  const hasPopup = (await page.locator('dialog[open]').count()) > 0;
  const variantName = `${size}-${theme}-${language}`;
  const path = buildPicturePath(name, variantName);
  await page.screenshot({
    path,
    fullPage: !hasPopup,
    animations: 'disabled',
    caret: 'hide',
    scale: size === 'phone' ? 'device' : 'css',
  });
  const file = findReadmeFile(name, variantName);
  if (file) await copyFile(path, join(README_PICTURES, file));
}
