/// <reference lib="dom" />
import type { Browser, Page } from '@playwright/test';
import { type KeyFigures, pressAndWait } from './pressAndWait.ts';

/** What a visitor waits for, in milliseconds from the navigation. */
export type Figures = {
  readonly largestPaintMs: number;
  /** The pay amount can be typed into. */
  readonly amountUsableMs: number;
  /** Cumulative layout shift (web.dev/articles/cls): the worst session window. */
  readonly layoutShift: number;
  /** Of the scripts that had come by then, as they came. */
  readonly scriptBytes: number;
};

export type QuotedFigures = Figures & {
  /** Continue can be pressed. */
  readonly quotedMs: number;
  /** From the key that ends an amount to the new quote on the screen, without what its request took. */
  readonly keyToQuoteMs: number;
};

/** A phone of the middle class on a slow line: 4x slower CPU, 150 ms, 1.6 Mbit/s. */
const PHONE = { viewport: { width: 375, height: 820 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const CPU_SLOWDOWN = 4;
const LINE = { offline: false, latency: 150, downloadThroughput: 1_600_000 / 8, uploadThroughput: 750_000 / 8 };
/** Each is another amount than the one before. */
const AMOUNTS = ['120', '140', '160'];
const PATIENCE_MS = 60_000;
const REST_MS = 1000;

type Seen = { largestPaintMs: number; amountUsableMs: number; quotedMs: number; layoutShift: number };

declare global {
  interface Window {
    slipwaySeen: Seen;
  }
}

/** A visit of a page that has an amount and quotes nothing, with an empty cache. */
export async function measureBareVisit(browser: Browser, address: string): Promise<Figures> {
  return visit(browser, address, 'amountUsableMs', async (page, scriptBytes) => ({
    ...(await page.evaluate(() => window.slipwaySeen)),
    scriptBytes,
  }));
}

/** A visit of Edit with an empty cache, and a few amounts typed once it has come to rest. */
export async function measureVisit(browser: Browser, address: string): Promise<QuotedFigures> {
  return visit(browser, address, 'quotedMs', async (page, scriptBytes) => {
    const seen = await page.evaluate(() => window.slipwaySeen);
    const keys: KeyFigures[] = [];
    for (const amount of AMOUNTS) keys.push(await pressAndWait(page, amount));
    const own = keys.map(({ shownMs, requestMs }) => shownMs - requestMs).toSorted((a, b) => a - b);
    return { ...seen, scriptBytes, keyToQuoteMs: own[Math.floor(own.length / 2)] ?? Number.NaN };
  });
}

async function visit<Result>(
  browser: Browser,
  address: string,
  awaited: 'amountUsableMs' | 'quotedMs',
  read: (page: Page, scriptBytes: number) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext(PHONE);
  try {
    const page = await context.newPage();
    const scriptBytes = await throttle(page);
    await page.addInitScript(watch);
    await page.goto(address, { waitUntil: 'commit' });
    await page.waitForFunction((figure) => window.slipwaySeen[figure] > 0, awaited, { timeout: PATIENCE_MS });
    const came = scriptBytes();
    // The largest paint is told a moment after it.
    await page.waitForTimeout(REST_MS);
    return await read(page, came);
  } finally {
    await context.close();
  }
}

async function throttle(page: Page): Promise<() => number> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', LINE);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  const scripts = new Set<string>();
  let bytes = 0;
  devtools.on('Network.responseReceived', ({ requestId, type }) => {
    if (type === 'Script') scripts.add(requestId);
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength;
  });
  return () => bytes;
}

/** Runs in the page, before anything of it. */
function watch(): void {
  const seen: Seen = { largestPaintMs: 0, amountUsableMs: 0, quotedMs: 0, layoutShift: 0 };
  window.slipwaySeen = seen;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seen.largestPaintMs = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });

  let session = { value: 0, begun: 0, last: 0 };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
      if (entry.hadRecentInput) continue;
      const goesOn = entry.startTime - session.last < 1000 && entry.startTime - session.begun < 5000;
      session = goesOn
        ? { ...session, value: session.value + entry.value, last: entry.startTime }
        : { value: entry.value, begun: entry.startTime, last: entry.startTime };
      seen.layoutShift = Math.max(seen.layoutShift, session.value);
    }
  }).observe({ type: 'layout-shift', buffered: true });

  const look = () => {
    const amount = [...document.querySelectorAll<HTMLInputElement>('input[inputmode="decimal"]')].find(
      (field) => field.checkVisibility() && !field.closest('[inert]'),
    );
    if (amount && !amount.readOnly && !amount.disabled && seen.amountUsableMs === 0)
      seen.amountUsableMs = performance.now();
    const go = document.querySelector<HTMLButtonElement>('.page-foot button');
    if (amount && go && !go.disabled && !go.closest('[inert]') && seen.quotedMs === 0)
      seen.quotedMs = performance.now();
    if (seen.quotedMs === 0) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
