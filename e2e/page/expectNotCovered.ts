/// <reference lib="dom" />
import type { Locator } from '@playwright/test';
import { expect } from '../world.ts';

/** Checks that after scrolling to the element, its middle and its corners are in view and nothing covers them. */
export async function expectNotCovered(locator: Locator, name: string): Promise<void> {
  await locator.scrollIntoViewIfNeeded();
  await expect.poll(() => locator.evaluate(findCoveredPoints), { message: `${name}: covered points` }).toEqual([]);
}

/** Runs in the page. Returns the points of the element at which a click would hit another element, or none. */
function findCoveredPoints(element: Element): string[] {
  const INSET = 6;
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const points: readonly (readonly [number, number])[] = [
    [(left + right) / 2, (top + bottom) / 2],
    [left + INSET, top + INSET],
    [right - INSET, top + INSET],
    [left + INSET, bottom - INSET],
    [right - INSET, bottom - INSET],
  ];
  return points.flatMap(([x, y]) => {
    const hit = document.elementFromPoint(x, y);
    // An ancestor, such as a field's label or box, counts as part of the element.
    if (hit && (element.contains(hit) || hit.contains(element))) return [];
    return [`${Math.round(x)},${Math.round(y)}: ${hit ? `${hit.tagName}.${hit.className}` : 'outside'}`];
  });
}
