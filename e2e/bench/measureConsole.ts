/// <reference lib="dom" />
import type { Page } from '@playwright/test';

/** Times between frames, in milliseconds. */
export type FrameTimes = readonly number[];

/** Measures frames on an idle page: the frame rate that the machine can reach. */
export function measureIdleFrames(page: Page, seconds: number): Promise<FrameTimes> {
  return page.evaluate(recordFrameTimes, { seconds, step: 0 });
}

/** Measures frames while the table scrolls by `step` pixels per frame, down to its end and up again. */
export function measureScrollFrames(page: Page, seconds: number, step: number): Promise<FrameTimes> {
  return page.evaluate(recordFrameTimes, { seconds, step });
}

/** Records the times between frames, scrolling by `step` pixels in each. Runs in the page. */
async function recordFrameTimes({
  seconds,
  step,
}: {
  readonly seconds: number;
  readonly step: number;
}): Promise<number[]> {
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

/** Returns the milliseconds from a press on a link of the rail until its screen, already cached, is painted. */
export function measureScreenChange(page: Page, href: string): Promise<number> {
  return page.evaluate(async (to) => {
    const link = document.querySelector<HTMLAnchorElement>(`.rail a[href="${to}"]`);
    if (!link) throw new Error(`the rail has no ${to}`);
    const former = document.querySelector('main h1');
    const begun = performance.now();
    link.click();
    const isScreenShown = () => {
      const head = document.querySelector('main h1');
      return location.pathname === to && head !== null && head !== former && !document.querySelector('main .skeleton');
    };
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    while (!isScreenShown()) {
      if (performance.now() - begun > 10_000) throw new Error(`${to} was not shown`);
      await nextFrame();
    }
    // The browser paints a frame before it runs the next task.
    await nextFrame();
    await new Promise((resolve) => setTimeout(resolve, 0));
    return performance.now() - begun;
  }, href);
}
