/// <reference lib="dom" />
import type { Browser, Page } from '@playwright/test';
import { type KeyToQuoteFigures, measureKeyToQuote } from './measureKeyToQuote.ts';

/** Figures of one visit; times are in milliseconds from the start of the navigation. */
export type VisitFigures = {
  readonly largestPaintMs: number;
  /** When the pay amount accepts typing. */
  readonly amountUsableMs: number;
  /** Cumulative layout shift (web.dev/articles/cls): the worst session window. */
  readonly layoutShift: number;
  /** Transferred bytes of the scripts that had arrived at the awaited moment (amount usable or quoted). */
  readonly scriptBytes: number;
};

export type QuotedVisitFigures = VisitFigures & {
  /** When Continue can be pressed. */
  readonly quotedMs: number;
  /** Median over {@link AMOUNTS}: milliseconds from Enter until the new quote is shown, without the time of its request. */
  readonly keyToQuoteMs: number;
};

/** A mid-range phone on a slow line: 4x slower CPU, 150 ms latency, 1.6 Mbit/s down. */
const PHONE = { viewport: { width: 375, height: 820 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };
const CPU_SLOWDOWN = 4;
const NETWORK_CONDITIONS = {
  offline: false,
  latency: 150,
  downloadThroughput: 1_600_000 / 8,
  uploadThroughput: 750_000 / 8,
};
/** Amounts to type. Each differs from the previous one, so that a new quote is requested. */
const AMOUNTS = ['120', '140', '160'];
const PATIENCE_MS = 60_000;
const LARGEST_PAINT_DELAY_MS = 1000;

type PageTimings = { largestPaintMs: number; amountUsableMs: number; quotedMs: number; layoutShift: number };

declare global {
  interface Window {
    slipwaySeen: PageTimings;
  }
}

/** Measures a visit with an empty cache to a page that has an amount but requests no quote. */
export async function measureBareVisit(browser: Browser, address: string): Promise<VisitFigures> {
  return runVisit(browser, address, 'amountUsableMs', async (page, scriptBytes) => ({
    ...(await page.evaluate(() => window.slipwaySeen)),
    scriptBytes,
  }));
}

/** Measures a visit to Edit with an empty cache, then types {@link AMOUNTS} a second after the first quote. */
export async function measureVisit(browser: Browser, address: string): Promise<QuotedVisitFigures> {
  return runVisit(browser, address, 'quotedMs', async (page, scriptBytes) => {
    const timings = await page.evaluate(() => window.slipwaySeen);
    const keys: KeyToQuoteFigures[] = [];
    for (const amount of AMOUNTS) keys.push(await measureKeyToQuote(page, amount));
    const durations = keys.map(({ shownMs, requestMs }) => shownMs - requestMs).toSorted((a, b) => a - b);
    return { ...timings, scriptBytes, keyToQuoteMs: durations[Math.floor(durations.length / 2)] ?? Number.NaN };
  });
}

async function runVisit<Result>(
  browser: Browser,
  address: string,
  awaited: 'amountUsableMs' | 'quotedMs',
  read: (page: Page, scriptBytes: number) => Promise<Result>,
): Promise<Result> {
  const context = await browser.newContext(PHONE);
  try {
    const page = await context.newPage();
    const scriptBytes = await throttle(page);
    await page.addInitScript(recordPageTimings);
    await page.goto(address, { waitUntil: 'commit' });
    await page.waitForFunction((figure) => window.slipwaySeen[figure] > 0, awaited, { timeout: PATIENCE_MS });
    const arrivedBytes = scriptBytes();
    // The browser reports the largest paint shortly after it.
    await page.waitForTimeout(LARGEST_PAINT_DELAY_MS);
    return await read(page, arrivedBytes);
  } finally {
    await context.close();
  }
}

async function throttle(page: Page): Promise<() => number> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', NETWORK_CONDITIONS);
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

/** Runs in the page before the page's scripts. Records its {@link PageTimings}. */
function recordPageTimings(): void {
  const timings: PageTimings = { largestPaintMs: 0, amountUsableMs: 0, quotedMs: 0, layoutShift: 0 };
  window.slipwaySeen = timings;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) timings.largestPaintMs = entry.startTime;
  }).observe({ type: 'largest-contentful-paint', buffered: true });

  let session = { value: 0, begun: 0, last: 0 };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
      if (entry.hadRecentInput) continue;
      // A session window ends after a second without a shift, or after five seconds.
      const continuesSession = entry.startTime - session.last < 1000 && entry.startTime - session.begun < 5000;
      session = continuesSession
        ? { ...session, value: session.value + entry.value, last: entry.startTime }
        : { value: entry.value, begun: entry.startTime, last: entry.startTime };
      timings.layoutShift = Math.max(timings.layoutShift, session.value);
    }
  }).observe({ type: 'layout-shift', buffered: true });

  const checkFields = () => {
    const amount = [...document.querySelectorAll<HTMLInputElement>('input[inputmode="decimal"]')].find(
      (field) => field.checkVisibility() && !field.closest('[inert]'),
    );
    if (amount && !amount.readOnly && !amount.disabled && timings.amountUsableMs === 0)
      timings.amountUsableMs = performance.now();
    const continueButton = document.querySelector<HTMLButtonElement>('.page-foot button');
    if (
      amount &&
      continueButton &&
      !continueButton.disabled &&
      !continueButton.closest('[inert]') &&
      timings.quotedMs === 0
    )
      timings.quotedMs = performance.now();
    if (timings.quotedMs === 0) requestAnimationFrame(checkFields);
  };
  requestAnimationFrame(checkFields);
}
