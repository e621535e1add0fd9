/// <reference lib="dom" />
import type { Locator } from '@playwright/test';
import { expect } from './world.ts';

/** The element is wholly in view once it was scrolled to, and nothing covers its middle or its corners. */
export async function expectUncovered(locator: Locator, name: string): Promise<void> {
  await locator.scrollIntoViewIfNeeded();
  await expect.poll(() => locator.evaluate(coveredPoints), { message: `${name}: covered points` }).toEqual([]);
}

/** Runs in the page. Returns the points of the element at which another element, or none, would be pressed. */
function coveredPoints(element: Element): string[] {
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
    // A field's label and its box belong to it.
    if (hit && (element.contains(hit) || hit.contains(element))) return [];
    return [`${Math.round(x)},${Math.round(y)}: ${hit ? `${hit.tagName}.${hit.className}` : 'outside'}`];
  });
}
