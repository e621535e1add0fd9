/// <reference lib="dom" />
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect } from './world.ts';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** No violation of WCAG 2.2 AA, once everything has come to rest. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  await expectNoViolation(page, name, (axe) => axe.withTags(WCAG));
}

/** The part of it that another theme could break. */
export async function expectContrast(page: Page, name: string): Promise<void> {
  await expectNoViolation(page, name, (axe) => axe.withRules(['color-contrast']));
}

async function expectNoViolation(page: Page, name: string, choose: (axe: AxeBuilder) => AxeBuilder): Promise<void> {
  await atRest(page);
  const { violations } = await choose(new AxeBuilder({ page })).analyze();
  expect(
    violations.map(({ id, nodes }) => `${name}: ${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`),
  ).toEqual([]);
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

/** Nothing beyond the right edge. */
export async function expectNoSidewaysScrolling(page: Page, name: string): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `${name} scrolls sideways`).toBeLessThanOrEqual(0);
}

/** Both; and a picture to look at. */
export async function inspect(page: Page, name: string): Promise<void> {
  await expectAccessible(page, name);
  await expectNoSidewaysScrolling(page, name);
  await page.screenshot({ path: `test-results/screens/${name}.png`, fullPage: true });
}
