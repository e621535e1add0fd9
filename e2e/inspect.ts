/// <reference lib="dom" />
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type axe from 'axe-core';
import type { RunOnly } from 'axe-core';
import { openDevTools } from './devTools.ts';
import { expect } from './world.ts';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

declare global {
  interface Window {
    readonly axe?: typeof axe;
    /** Defines `axe`, in pages that have been inspected in more than one document. */
    readonly defineAxe?: () => void;
    readonly comeToRest?: typeof comeToRest;
  }
}

/** The smaller of its two files, and what an inspection calls beside it. */
const AXE = `${readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')}
window.comeToRest = ${comeToRest.toString()};`;

/** Looks in which something moved; more than any screen needs to come to rest. */
const MOST_LOOKS = 5;

/** Of {@link WCAG}, those that a theme can break. */
const COLORS = ['color-contrast', 'link-in-text-block'];

/** No violation of WCAG 2.2 AA, once everything has come to rest. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  await expectTranslatable(page, name);
  await expectNoViolations(page, name, { type: 'tag', values: WCAG });
}

/** The same for a page that has been looked at and has changed its theme alone: names and order are what they were. */
export async function expectReadable(page: Page, name: string): Promise<void> {
  await expectNoViolations(page, name, { type: 'rule', values: COLORS });
}

async function expectNoViolations(page: Page, name: string, rules: RunOnly): Promise<void> {
  let look = await lookOver(page, rules);
  // A color on its way from one to another has the contrast of neither: what is found in it is looked at again.
  for (let looks = 1; look.moved && look.violations.length > 0 && looks < MOST_LOOKS; looks += 1) {
    look = await lookOver(page, rules);
  }
  expect.soft(look.violations, name).toEqual([]);
}

type Look = { readonly violations: readonly string[]; readonly moved: boolean };

async function lookOver(page: Page, rules: RunOnly): Promise<Look> {
  const look = await page.evaluate(runAxe, rules);
  if (look) return look;
  await bringAxe(page);
  return lookOver(page, rules);
}

/** Runs in the page. Returns undefined if the document does not have axe yet. */
async function runAxe(runOnly: RunOnly): Promise<Look | undefined> {
  if (!window.axe) window.defineAxe?.();
  if (!window.axe || !window.comeToRest) return undefined;
  await window.comeToRest();
  const watching = new AbortController();
  let moved = document.getAnimations().some(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  for (const kind of ['transitionrun', 'animationstart']) {
    document.addEventListener(kind, () => (moved = true), { capture: true, signal: watching.signal });
  }
  // Frames of other origins are their owners' concern.
  const result = await window.axe.run(document, { runOnly, iframes: false, resultTypes: ['violations'] });
  watching.abort();
  const violations = result.violations.map(
    ({ id, nodes }) => `${id} at ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
  );
  return { violations, moved };
}

const inspectedPages = new WeakSet<Page>();

/**
 * Sends axe to the document, which takes 0.1 seconds of a processor. From its second document on, a page keeps the source: each
 * further document then runs what the browser has already compiled.
 */
async function bringAxe(page: Page): Promise<void> {
  if (inspectedPages.has(page)) {
    const devTools = await openDevTools(page);
    await devTools.send('Page.enable');
    const source = `if (window === top) window.defineAxe = () => {${AXE}};`;
    await devTools.send('Page.addScriptToEvaluateOnNewDocument', { source });
  }
  inspectedPages.add(page);
  await page.evaluate(AXE);
}

/** Fonts are there, pictures have come, movements are over: they are taken to their end, which is the same as waiting for it. */
export async function atRest(page: Page): Promise<void> {
  await page.evaluate(comeToRest);
}

/** Runs in the page. */
async function comeToRest(): Promise<void> {
  await document.fonts.ready;
  const pictures = Array.from(document.images).filter(({ loading }) => loading !== 'lazy');
  await Promise.all(pictures.map((picture) => picture.decode().catch(() => undefined)));
  // What turns for ever never finishes.
  const moving = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  for (const animation of moving) animation.finish();
  await Promise.all(moving.map((animation) => animation.finished.catch(() => undefined)));
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

/**
 * Every text is the only child of its element, so that the page works while the browser translates it (see look/jsx/wrapText.ts),
 * and the browser translates nothing that a reader copies.
 */
async function expectTranslatable(page: Page, name: string): Promise<void> {
  const faults = await page.evaluate(() => {
    const found: string[] = [];
    // Nothing redraws a page without a script.
    if (document.scripts.length === 0) return found;
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const parent = text.parentElement;
      if (!parent || !text.textContent?.trim() || parent.closest('script, style, noscript')) continue;
      if (parent.childNodes.length > 1)
        found.push(`"${text.textContent}" has siblings in ${parent.outerHTML.slice(0, 200)}`);
    }
    const copied = [...document.querySelectorAll('.copy-button')].map((button) => button.previousElementSibling);
    for (const element of [...copied, ...document.querySelectorAll('.mono:not(textarea)')]) {
      if (element instanceof HTMLElement && element.translate)
        found.push(`is translated: ${element.outerHTML.slice(0, 200)}`);
    }
    return found;
  });
  expect.soft(faults, `${name} in translation`).toEqual([]);
}

/** Both. Pictures are the gallery's: `npm run screens`. */
export async function inspect(page: Page, name: string): Promise<void> {
  await expectAccessible(page, name);
  await expectNoSidewaysScrolling(page, name);
}
