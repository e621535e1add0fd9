/// <reference lib="dom" />
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';
import type { RunOnly } from 'axe-core';
import { expect } from '../world.ts';
import { openDevTools } from './devTools.ts';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

declare global {
  interface Window {
    readonly axe?: typeof axe;
    /** Defines `axe`; set in pages that were inspected in an earlier document. */
    readonly defineAxe?: () => void;
    readonly comeToRest?: typeof comeToRest;
  }
}

/** axe's minified file, and a function that the inspection calls. */
const AXE = `${readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')}
window.comeToRest = ${comeToRest.toString()};`;

/** Most checks while something moves; more than any screen needs to settle. */
const MAX_CHECKS = 5;

/** Rules of {@link WCAG} that a theme can break. */
const COLORS = ['color-contrast', 'link-in-text-block'];

/** Checks that the page has no violation of WCAG 2.2 AA once it has settled, and that a browser can translate it. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  await expectTranslatable(page, name);
  await expectNoViolations(page, name, { type: 'tag', values: WCAG });
}

/** Checks only colors, for a page that was inspected before and has only changed its theme. */
export async function expectColorContrast(page: Page, name: string): Promise<void> {
  await expectNoViolations(page, name, { type: 'rule', values: COLORS });
}

async function expectNoViolations(page: Page, name: string, rules: RunOnly): Promise<void> {
  let result = await checkOnce(page, rules);
  // A color in transition has a wrong contrast, and data that arrives moves elements between the phases of a check: only
  // violations that a second check confirms count.
  for (
    let isConfirmed = false, checkCount = 1;
    !isConfirmed && result.violations.length > 0 && checkCount < MAX_CHECKS;
    checkCount += 1
  ) {
    const again = await checkOnce(page, rules);
    isConfirmed = !again.moved && again.violations.join() === result.violations.join();
    result = again;
  }
  expect.soft(result.violations, name).toEqual([]);
}

type AxeResult = { readonly violations: readonly string[]; readonly moved: boolean };

async function checkOnce(page: Page, rules: RunOnly): Promise<AxeResult> {
  const result = await page.evaluate(runAxe, rules);
  if (result) return result;
  await loadAxe(page);
  return checkOnce(page, rules);
}

/** Runs in the page. Returns undefined if the document does not have axe yet. */
async function runAxe(runOnly: RunOnly): Promise<AxeResult | undefined> {
  if (!window.axe) window.defineAxe?.();
  if (!window.axe || !window.comeToRest) return undefined;
  await window.comeToRest();
  const watching = new AbortController();
  let moved = document.getAnimations().some(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  for (const kind of ['transitionrun', 'animationstart']) {
    document.addEventListener(kind, () => (moved = true), { capture: true, signal: watching.signal });
  }
  // Frames of other origins are outside the product.
  const result = await window.axe.run(document, { runOnly, iframes: false, resultTypes: ['violations'] });
  watching.abort();
  const violations = result.violations.map(
    ({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
  return { violations, moved };
}

const inspectedPages = new WeakSet<Page>();

/**
 * Sends axe to the document, which takes 0.1 seconds of CPU time. From the second document on, a page keeps the source, so
 * that further documents run code which the browser has already compiled.
 */
async function loadAxe(page: Page): Promise<void> {
  if (inspectedPages.has(page)) {
    const devTools = await openDevTools(page);
    await devTools.send('Page.enable');
    const source = `if (window === top) window.defineAxe = () => {${AXE}};`;
    await devTools.send('Page.addScriptToEvaluateOnNewDocument', { source });
  }
  inspectedPages.add(page);
  await page.evaluate(AXE);
}

/** Waits for fonts and images and finishes all animations, which has the same result as waiting for them. */
export async function finishAnimations(page: Page): Promise<void> {
  await page.evaluate(comeToRest);
}

/** Runs in the page. Waits for fonts and images, except lazy ones, and finishes all animations. */
async function comeToRest(): Promise<void> {
  await document.fonts.ready;
  const pictures = Array.from(document.images).filter(({ loading }) => loading !== 'lazy');
  await Promise.all(pictures.map((picture) => picture.decode().catch(() => undefined)));
  // Endless animations never finish.
  const moving = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  for (const animation of moving) animation.finish();
  await Promise.all(moving.map((animation) => animation.finished.catch(() => undefined)));
}

/** Waits until the page does not scroll sideways; names the elements that overflow. */
export async function expectNoSidewaysScrolling(page: Page, name: string): Promise<void> {
  // Elements that are laid out by script adapt to a new size only after the browser has reported it.
  await expect
    .configure({ soft: true })
    .poll(() => page.evaluate(listOverflowingElements), { message: `${name} scrolls sideways` })
    .toEqual([]);
}

/** Runs in the page. Returns how far the page scrolls sideways and which elements cause it; empty if it does not scroll. */
function listOverflowingElements(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  // An element inside a scrolling one does not widen the page, unless it is positioned outside of it.
  const isClipped = (element: Element): boolean => {
    let isAbsolute = getComputedStyle(element).position === 'absolute';
    for (let parent = element.parentElement; parent; parent = parent.parentElement) {
      const { position, overflowX } = getComputedStyle(parent);
      if (isAbsolute && position === 'static') continue;
      if (overflowX !== 'visible') return true;
      isAbsolute = position === 'absolute';
    }
    return false;
  };
  const wide = [...document.body.querySelectorAll('*')].filter(
    (element) =>
      element.checkVisibility() && element.getBoundingClientRect().right > clientWidth + 0.5 && !isClipped(element),
  );
  return [`${scrollWidth - clientWidth} px`, ...wide.slice(-4).map((element) => element.outerHTML.slice(0, 120))];
}

/**
 * Checks that every text is the only child of its element, so that the page works while the browser translates it (see
 * look/jsx/wrapText.ts), and that the browser does not translate text meant to be copied.
 */
async function expectTranslatable(page: Page, name: string): Promise<void> {
  const faults = await page.evaluate(() => {
    const untranslatable: string[] = [];
    // A page without scripts is never redrawn.
    if (document.scripts.length === 0) return untranslatable;
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const parent = text.parentElement;
      if (!parent || !text.textContent?.trim() || parent.closest('script, style, noscript')) continue;
      if (parent.childNodes.length > 1)
        untranslatable.push(`"${text.textContent}" has siblings in ${parent.outerHTML.slice(0, 200)}`);
    }
    const copied = [...document.querySelectorAll('.copy-button')].map((button) => button.previousElementSibling);
    for (const element of [...copied, ...document.querySelectorAll('.mono:not(textarea)')]) {
      if (element instanceof HTMLElement && element.translate)
        untranslatable.push(`is translated: ${element.outerHTML.slice(0, 200)}`);
    }
    return untranslatable;
  });
  expect.soft(faults, `${name} in translation`).toEqual([]);
}

/** Checks accessibility and sideways scrolling. The gallery takes pictures: `npm run screens`. */
export async function inspectPage(page: Page, name: string): Promise<void> {
  await expectAccessible(page, name);
  await expectNoSidewaysScrolling(page, name);
}
