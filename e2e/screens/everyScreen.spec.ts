/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { type Appearance, chooseAppearances, type Language } from '../gallery/appearances.ts';
import { changeLanguage, changeTheme } from '../gallery/changeAppearance.ts';
import { scenes } from '../gallery/scenes.ts';
import { test } from '../oneTab.ts';
import { ignoreNavigation } from '../page/ignoreNavigation.ts';
import { expectAccessible, expectColorContrast, finishAnimations } from '../page/inspectPage.ts';
import { expectPageFits } from '../page/pageFits.ts';
import { expectReadingOrder, expectTouchTargets } from '../page/touchTargets.ts';
import { expect } from '../world.ts';

const PHONE = { width: 375, height: 820 };

/** The theme and language in which every scene arrives. */
const ARRIVAL: Appearance = { language: 'en-US', theme: 'light' };

test.describe.configure({ mode: 'parallel' });
test.use({
  viewport: PHONE,
  isMobile: false,
  hasTouch: false,
  deviceScaleFactor: 1,
  // Animations are not tested here, and an animated page uses a sixth of a processor.
  reducedMotion: 'reduce',
  // Tracing 150 short visits costs more than it is worth.
  trace: 'off',
});

const appearancesByScene = chooseAppearances(scenes);

for (const { name, arrive } of scenes) {
  test(`${name} is accessible and never scrolls sideways`, async ({ page, gallery }) => {
    const complaints = collectComplaints(page);
    await arrive(page, gallery);

    await expectDocument(page);
    await expectTouchTargets(page, name);
    await expectReadingOrder(page, name);
    // Check the layout in English, whose words are longer.
    await finishAnimations(page);
    await expectPageFits(page, name, PHONE);
    let currentAppearance = ARRIVAL;
    let inspected: Language | undefined;
    for (const appearance of appearancesByScene.get(name) ?? []) {
      const { language, theme } = appearance;
      if (language !== currentAppearance.language) await changeLanguage(page, language);
      if (theme !== currentAppearance.theme) await changeTheme(page, theme);
      await (language === inspected ? expectColorContrast : expectAccessible)(page, `${name} in ${language}, ${theme}`);
      inspected = language;
      currentAppearance = appearance;
    }
    expect(complaints, 'said on the console').toEqual([]);
  });
}

function collectComplaints(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return complaints;
}

/** Checks that the document has one first-level heading, a title and a language. */
async function expectDocument(page: Page): Promise<void> {
  const readFacts = () =>
    page.evaluate(() => ({
      headings: document.querySelectorAll('h1').length,
      hasTitle: document.title !== '',
      isEnglish: document.documentElement.lang.startsWith('en'),
    }));
  await expect
    .poll(() => readFacts().catch(ignoreNavigation))
    .toEqual({ headings: 1, hasTitle: true, isEnglish: true });
}
