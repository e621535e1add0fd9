/// <reference lib="dom" />
import type { Page, ViewportSize } from '@playwright/test';
import { expect } from './world.ts';

/** Pixels on either side that a finger can hit; half a pixel is lost to rounding. */
const LEAST = 44;

/**
 * Every control that can be pressed offers 44 × 44 pixels, whatever it looks like: what answers at a point counts, be it the
 * element, its label or what a style lays over it. Links within a sentence are excepted (WCAG 2.5.8), and what is hidden from
 * readers because something else does its work.
 */
export async function expectTargets(page: Page, name: string): Promise<void> {
  const viewport = page.viewportSize();
  if (viewport) await layOutWhole(page, viewport);
  const small = await page.evaluate(smallTargets, LEAST);
  if (viewport && page.viewportSize()?.height !== viewport.height) await page.setViewportSize(viewport);
  expect
    .soft(
      small.map(({ what, size }) => `${name}: ${what} is ${size}`),
      'targets smaller than 44 × 44',
    )
    .toEqual([]);
}

/** The whole page at once, so that every point of it can be asked for. Asked twice: what comes late makes it longer. */
async function layOutWhole(page: Page, { width, height }: ViewportSize): Promise<void> {
  let shown = height;
  for (let time = 0; time < 2; time += 1) {
    const wanted = await page.evaluate(heightBehindNoPopup);
    if (wanted <= shown) return;
    await page.setViewportSize({ width, height: wanted });
    shown = wanted;
  }
}

/** Runs in the page. Returns 0 while a popup is open: it covers the page, and is itself laid out for the window. */
function heightBehindNoPopup(): number {
  return document.querySelector('dialog[open]') ? 0 : document.documentElement.scrollHeight;
}

type SmallTarget = { readonly what: string; readonly size: string };

/** Runs in the page. */
function smallTargets(least: number): SmallTarget[] {
  const CONTROLS = 'a[href], button, input, select, textarea, summary, [role="option"], [role="radio"], [tabindex="0"]';
  /** Of a list as long as a world, the first are like the others. */
  const MOST_ALIKE = 8;
  const modal = document.querySelector('dialog[open]');
  const alike = new Map<string, number>();

  const isShown = (element: HTMLElement) => {
    const { width, height } = element.getBoundingClientRect();
    return (
      element.checkVisibility({ visibilityProperty: true }) &&
      width > 1 &&
      height > 1 &&
      !element.closest('[inert], [aria-hidden="true"], .unseen') &&
      !element.matches(':disabled') &&
      (!modal || modal.contains(element))
    );
  };
  const isInSentence = (element: HTMLElement) => {
    if (getComputedStyle(element).display !== 'inline') return false;
    const around = element.parentElement?.textContent?.trim() ?? '';
    return element.tagName === 'A' && around.length > (element.textContent?.trim().length ?? 0);
  };
  const answers = (element: HTMLElement, x: number, y: number) => {
    const hit = document.elementFromPoint(x, y);
    if (!hit) return false;
    return element.contains(hit) || hit.closest('label')?.control === element;
  };
  /** How far from the middle the element still answers, up to what is enough. */
  const reach = (element: HTMLElement, x: number, y: number, dx: number, dy: number) => {
    let far = 0;
    while (far < least && answers(element, x + dx * (far + 1), y + dy * (far + 1))) far += 1;
    return far;
  };

  const found: SmallTarget[] = [];
  for (const element of document.querySelectorAll<HTMLElement>(CONTROLS)) {
    if (!isShown(element) || isInSentence(element)) continue;
    const kind = `${element.tagName} ${element.className} ${element.getAttribute('role') ?? ''}`;
    const seen = alike.get(kind) ?? 0;
    alike.set(kind, seen + 1);
    if (seen >= MOST_ALIKE) continue;
    element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const box = element.getBoundingClientRect();
    const x = box.left + box.width / 2;
    const y = box.top + box.height / 2;
    if (!answers(element, x, y)) continue;
    const across = reach(element, x, y, -1, 0) + reach(element, x, y, 1, 0) + 1;
    const down = reach(element, x, y, 0, -1) + reach(element, x, y, 0, 1) + 1;
    if (across < least || down < least) {
      const words = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40);
      found.push({
        what: `${element.tagName.toLowerCase()}.${element.className || '-'} "${words}"`,
        size: `${across} × ${down}`,
      });
    }
  }
  return found;
}

/** Tab goes on as one reads: down the page, and along each line. */
export async function expectReadingOrder(page: Page, name: string): Promise<void> {
  expect.soft(await page.evaluate(stepsBack), `${name}: Tab goes back`).toEqual([]);
}

/** Runs in the page. */
function stepsBack(): string[] {
  const TABBABLE = 'a[href], button, input, select, textarea, summary, iframe, [tabindex]';
  const root = document.querySelector('dialog[open]') ?? document.body;
  /** A bar at the edge of the window has no place among the lines. */
  const standsStill = (element: Element): boolean =>
    getComputedStyle(element).position === 'fixed' ||
    (element.parentElement !== null && standsStill(element.parentElement));
  const reachable = [...root.querySelectorAll<HTMLElement>(TABBABLE)].filter(
    (element) =>
      element.tabIndex >= 0 && element.checkVisibility() && !element.matches(':disabled') && !standsStill(element),
  );
  const called = (element: HTMLElement) =>
    (element.getAttribute('aria-label') ?? (element.textContent || element.id)).trim().slice(0, 30);
  return reachable.slice(1).flatMap((element, index) => {
    const before = reachable[index];
    if (!before) return [];
    const from = before.getBoundingClientRect();
    const to = element.getBoundingClientRect();
    // What stands within the other, as a field's own button does, has no line of its own.
    const isAbove = to.bottom <= from.top + 1;
    return isAbove ? [`from "${called(before)}" up to "${called(element)}"`] : [];
  });
}
