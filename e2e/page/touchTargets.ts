/// <reference lib="dom" />
import type { Page, ViewportSize } from '@playwright/test';
import { expect } from '../world.ts';

/** Minimum width and height of the area that responds to a finger, in CSS pixels. */
const MIN_TARGET_PIXELS = 44;

/**
 * Checks that every control responds in an area of 44 × 44 pixels, regardless of its appearance. The area includes the
 * element's label and its pseudo-elements. Exempt are links within a sentence (WCAG 2.5.8), and elements that are hidden from
 * screen readers because another element has the same function.
 */
export async function expectTouchTargets(page: Page, name: string): Promise<void> {
  const viewport = page.viewportSize();
  if (viewport) await showWholePage(page, viewport);
  const small = await page.evaluate(findSmallTargets, MIN_TARGET_PIXELS);
  if (viewport && page.viewportSize()?.height !== viewport.height) await page.setViewportSize(viewport);
  expect
    .soft(
      small.map(({ what, size }) => `${name}: ${what} is ${size}`),
      'targets smaller than 44 × 44',
    )
    .toEqual([]);
}

/**
 * Enlarges the viewport to the whole page, so that every point can be tested. Measures twice, since late content makes the
 * page longer.
 */
async function showWholePage(page: Page, { width, height }: ViewportSize): Promise<void> {
  let viewportHeight = height;
  for (let time = 0; time < 2; time += 1) {
    const pageHeight = await page.evaluate(measurePageHeight);
    if (pageHeight <= viewportHeight) return;
    await page.setViewportSize({ width, height: pageHeight });
    viewportHeight = pageHeight;
  }
}

/** Runs in the page. Returns 0 while a popup is open: it covers the page, and is itself laid out for the window. */
function measurePageHeight(): number {
  return document.querySelector('dialog[open]') ? 0 : document.documentElement.scrollHeight;
}

type SmallTarget = { readonly what: string; readonly size: string };

/** Runs in the page. Returns the controls that respond in less than the minimum width or height. */
function findSmallTargets(minimum: number): SmallTarget[] {
  const CONTROLS = 'a[href], button, input, select, textarea, summary, [role="option"], [role="radio"], [tabindex="0"]';
  /** In a long list, the first items represent the others. */
  const MAX_PER_KIND = 8;
  const modal = document.querySelector('dialog[open]');
  const countsByKind = new Map<string, number>();

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
  const respondsAt = (element: HTMLElement, x: number, y: number) => {
    const hit = document.elementFromPoint(x, y);
    if (!hit) return false;
    return element.contains(hit) || hit.closest('label')?.control === element;
  };
  /** Returns how far from its middle the element responds, up to the required size. */
  const measureReach = (element: HTMLElement, x: number, y: number, dx: number, dy: number) => {
    let far = 0;
    while (far < minimum && respondsAt(element, x + dx * (far + 1), y + dy * (far + 1))) far += 1;
    return far;
  };

  const smallTargets: SmallTarget[] = [];
  for (const element of document.querySelectorAll<HTMLElement>(CONTROLS)) {
    if (!isShown(element) || isInSentence(element)) continue;
    const kind = `${element.tagName} ${element.className} ${element.getAttribute('role') ?? ''}`;
    const countOfKind = countsByKind.get(kind) ?? 0;
    countsByKind.set(kind, countOfKind + 1);
    if (countOfKind >= MAX_PER_KIND) continue;
    element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const box = element.getBoundingClientRect();
    const x = box.left + box.width / 2;
    const y = box.top + box.height / 2;
    // Another element covers the control's middle.
    if (!respondsAt(element, x, y)) continue;
    const across = measureReach(element, x, y, -1, 0) + measureReach(element, x, y, 1, 0) + 1;
    const down = measureReach(element, x, y, 0, -1) + measureReach(element, x, y, 0, 1) + 1;
    if (across < minimum || down < minimum) {
      const label = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40);
      smallTargets.push({
        what: `${element.tagName.toLowerCase()}.${element.className || '-'} "${label}"`,
        size: `${across} × ${down}`,
      });
    }
  }
  return smallTargets;
}

/** Checks that Tab never goes up the page, to an element that ends above the top of the previous one. */
export async function expectReadingOrder(page: Page, name: string): Promise<void> {
  expect.soft(await page.evaluate(findBackwardSteps), `${name}: Tab goes back`).toEqual([]);
}

/** Runs in the page. Returns each pair of elements between which Tab goes up the page. */
function findBackwardSteps(): string[] {
  const TABBABLE = 'a[href], button, input, select, textarea, summary, iframe, [tabindex]';
  const root = document.querySelector('dialog[open]') ?? document.body;
  /** Returns whether the element is in a bar at a fixed position in the window, which is not part of the reading order. */
  const isInFixedBar = (element: Element): boolean =>
    getComputedStyle(element).position === 'fixed' ||
    (element.parentElement !== null && isInFixedBar(element.parentElement));
  const reachable = [...root.querySelectorAll<HTMLElement>(TABBABLE)].filter(
    (element) =>
      element.tabIndex >= 0 && element.checkVisibility() && !element.matches(':disabled') && !isInFixedBar(element),
  );
  const describeElement = (element: HTMLElement) =>
    (element.getAttribute('aria-label') ?? (element.textContent || element.id)).trim().slice(0, 30);
  return reachable.slice(1).flatMap((element, index) => {
    const before = reachable[index];
    if (!before) return [];
    const from = before.getBoundingClientRect();
    const to = element.getBoundingClientRect();
    // An element within the other, such as a field's own button, does not count as a separate line.
    const isAbove = to.bottom <= from.top + 1;
    return isAbove ? [`from "${describeElement(before)}" up to "${describeElement(element)}"`] : [];
  });
}
