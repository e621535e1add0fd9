/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { expectFits } from '../fits.ts';
import { inLanguage, inTheme } from '../gallery/dress.ts';
import { chooseDresses, type Dress, type Language } from '../gallery/dresses.ts';
import { scenes } from '../gallery/scenes.ts';
import { atRest, expectAccessible, expectReadable } from '../inspect.ts';
import { test } from '../oneTab.ts';
import { expectReadingOrder, expectTargets } from '../targets.ts';
import { expect } from '../world.ts';

const PHONE = { width: 375, height: 820 };

/** What every scene wears when it arrives. */
const ARRIVAL: Dress = { language: 'en-US', theme: 'light' };

test.describe.configure({ mode: 'parallel' });
test.use({
  viewport: PHONE,
  isMobile: false,
  hasTouch: false,
  deviceScaleFactor: 1,
  // Movements are no subject here, and a page that moves costs a sixth of a processor.
  reducedMotion: 'reduce',
  // A trace of a hundred and fifty short visits costs more than it tells.
  trace: 'off',
});

const dresses = chooseDresses(scenes);

for (const { name, arrive } of scenes) {
  test(`${name} is for everyone`, async ({ page, gallery }) => {
    const complaints = complaintsOf(page);
    await arrive(page, gallery);

    await expectDocument(page);
    await expectTargets(page, name);
    await expectReadingOrder(page, name);
    // In English, whose words are the longer ones.
    await atRest(page);
    await expectFits(page, name, PHONE);
    let worn = ARRIVAL;
    let inspected: Language | undefined;
    for (const dress of dresses.get(name) ?? []) {
      const { language, theme } = dress;
      if (language !== worn.language) await inLanguage(page, language);
      if (theme !== worn.theme) await inTheme(page, theme);
      await (language === inspected ? expectReadable : expectAccessible)(page, `${name} in ${language}, ${theme}`);
      inspected = language;
      worn = dress;
    }
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
  const readFacts = () =>
    page.evaluate(() => ({
      headings: document.querySelectorAll('h1').length,
      hasTitle: document.title !== '',
      isEnglish: document.documentElement.lang.startsWith('en'),
    }));
  await expect.poll(readFacts).toEqual({ headings: 1, hasTitle: true, isEnglish: true });
}
