/// <reference lib="dom" />
import type { Page } from '@playwright/test';

/** Times between frames, in milliseconds. */
export type Frames = readonly number[];

/** How a page is drawn that does nothing: what the machine leaves of sixty frames a second. */
export function idleFrames(page: Page, seconds: number): Promise<Frames> {
  return page.evaluate(framesWhile, { seconds, step: 0 });
}

/** So many pixels further down the table with every frame, from its top, and up again from its end. */
export function scrolledFrames(page: Page, seconds: number, step: number): Promise<Frames> {
  return page.evaluate(framesWhile, { seconds, step });
}

/** In the page. */
async function framesWhile({ seconds, step }: { readonly seconds: number; readonly step: number }): Promise<number[]> {
  const box = document.querySelector('.table-box');
  if (step !== 0 && !box) throw new Error('there is no table');
  const times: number[] = [];
  let direction = step;
  const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
  if (box) box.scrollTop = 0;
  for (let settling = 0; settling < 10; settling += 1) await nextFrame();
  let former = await nextFrame();
  const ends = former + seconds * 1_000;
  while (former < ends) {
    if (box && step !== 0) {
      const before = box.scrollTop;
      box.scrollTop += direction;
      if (box.scrollTop === before) direction = -direction;
    }
    const at = await nextFrame();
    times.push(at - former);
    former = at;
  }
  return times;
}

/** From the press on a place of the rail until its screen, which the cache has, is painted; in milliseconds. */
export function changeScreen(page: Page, href: string): Promise<number> {
  return page.evaluate(async (to) => {
    const link = document.querySelector<HTMLAnchorElement>(`.rail a[href="${to}"]`);
    if (!link) throw new Error(`the rail has no ${to}`);
    const former = document.querySelector('main h1');
    const begun = performance.now();
    link.click();
    const isThere = () => {
      const head = document.querySelector('main h1');
      return location.pathname === to && head !== null && head !== former && !document.querySelector('main .skeleton');
    };
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    while (!isThere()) {
      if (performance.now() - begun > 10_000) throw new Error(`${to} was not shown`);
      await nextFrame();
    }
    // What the next frame has drawn is painted when a task after it runs.
    await nextFrame();
    await new Promise((resolve) => setTimeout(resolve, 0));
    return performance.now() - begun;
  }, href);
}
