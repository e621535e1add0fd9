/// <reference lib="dom" />
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './world.ts';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** No violation of WCAG 2.2 AA, once everything has come to rest. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  await atRest(page);
  // Without windows of axe's own: frames of other origins are their owners' concern.
  const { violations } = await new AxeBuilder({ page })
    .options({ iframes: false })
    .withTags(WCAG)
    .setLegacyMode(true)
    .analyze();
  expect
    .soft(
      violations.map(({ id, nodes }) => `${name}: ${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
    )
    .toEqual([]);
}

/** Fonts are there, pictures have come, movements are over. */
export async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const pictures = Array.from(document.images).filter(({ loading }) => loading !== 'lazy');
    await Promise.all(pictures.map((picture) => picture.decode().catch(() => undefined)));
    // What turns for ever never finishes.
    const moving = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.all(moving.map((animation) => animation.finished.catch(() => undefined)));
  });
}

/** Nothing beyond the edge at which a line ends; names what is. */
export async function expectNoSidewaysScrolling(page: Page, name: string): Promise<void> {
  const beyond = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.body.querySelectorAll('*')].filter(
      (element) => element.checkVisibility() && element.getBoundingClientRect().right > clientWidth + 0.5,
    );
    return [`${scrollWidth - clientWidth} px`, ...wide.slice(-4).map((element) => element.outerHTML.slice(0, 120))];
  });
  expect.soft(beyond, `${name} scrolls sideways`).toEqual([]);
}

/** Both. Pictures are the gallery's: `npm run screens`. */
export async function inspect(page: Page, name: string): Promise<void> {
  await expectAccessible(page, name);
  await expectNoSidewaysScrolling(page, name);
}
