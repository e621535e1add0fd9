import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium, type Page } from '@playwright/test';
import type { ConsoleCallData } from '@slipway/contract/consoleCalls.ts';
import { findBrowser } from '../../tools/test/findBrowser.ts';
import { DESKTOP_WINDOW, logInAsPerson } from '../console/consolePage.ts';
import { createHeldOrder } from '../console/paidOrders.ts';
import { createSandboxClient } from '../sandboxClient.ts';
import { startWorld } from '../startWorld.ts';
import type { World } from '../world.ts';
import { describeMachine, writeSection } from './benchmarksFile.ts';
import { type FrameTimes, measureIdleFrames, measureScreenChange, measureScrollFrames } from './measureConsole.ts';

const DIST = fileURLToPath(new URL('../../console/dist/', import.meta.url));
const ROWS = 10_000;
const SECONDS = 5;
/** Pixels per frame: at reading speed, and fast enough to scroll from end to end within {@link SECONDS}. */
const READING_SPEED = 90;
const FAST_SPEED = 1_200;
const FRAME_MS = 1_000 / 60;
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 9);
const SCREENS = ['today', 'orders', 'treasury', 'reconciliation', 'reports', 'people'];

/** Upper limits; the report marks figures above them. */
const LIMITS = { frameP95Ms: 1.5 * FRAME_MS, changeMs: 100, firstKiB: 130, seenMs: 2_000 };

type ConsoleMeasurements = {
  readonly idle: FrameTimes;
  readonly reading: FrameTimes;
  readonly flying: FrameTimes;
  readonly changes: ReadonlyMap<string, readonly number[]>;
  /** Milliseconds from one person's action until another person's page shows it. */
  readonly seen: readonly number[];
};

/**
 * `npm run bench -- console`: measures the console in Chromium on a desktop, and writes the section of BENCHMARKS.md: scrolling a
 * long table, changing screens, the delay until another person sees a note, and bytes of the first load.
 */
async function main(): Promise<void> {
  const executablePath = findBrowser(process.env, (line) => process.stdout.write(`${line}\n`));
  if (executablePath === undefined) throw new Error('There is no Chromium; CHROMIUM_PATH can name one.');
  const world = await startWorld('bench-console', { withConsole: true });
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const measured = await measure(browser, world);
    const raw = { ...measured, changes: Object.fromEntries(measured.changes) };
    await writeSection('The console in a browser', formatReport(measured, measureFirstLoadBytes()), raw);
  } finally {
    await browser.close();
    await world.stop();
  }
}

async function measure(browser: Browser, world: World): Promise<ConsoleMeasurements> {
  const { consoleUrl } = world;
  const seen = await measureNoteDelays(browser, world);
  const context = await browser.newContext({
    viewport: DESKTOP_WINDOW,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
  });
  const page = await context.newPage();
  await logInAsPerson(page, consoleUrl, 'anna');
  const { pathname } = new URL(consoleUrl);
  const changes = await measureScreenChanges(page, pathname.replace(/\/$/, ''));
  await page.route('**/gateway/console/orders', (route) => route.fulfill({ json: createLongOrderList() }));
  await page.goto(`${consoleUrl}/orders`);
  await page.locator('.table-box[data-virtual]').waitFor();
  const measured = {
    idle: await measureIdleFrames(page, SECONDS),
    reading: await measureScrollFrames(page, SECONDS, READING_SPEED),
    flying: await measureScrollFrames(page, SECONDS, FAST_SPEED),
    changes,
    seen,
  };
  await context.close();
  return measured;
}

/** Measures how long a note takes to appear on another person's page of the same order. */
async function measureNoteDelays(browser: Browser, world: World): Promise<readonly number[]> {
  const { orderNo } = await createHeldOrder(world, createSandboxClient(world.deskUrl));
  const contexts = [
    await browser.newContext({ viewport: DESKTOP_WINDOW }),
    await browser.newContext({ viewport: DESKTOP_WINDOW }),
  ] as const;
  const [writerPage, readerPage] = [await contexts[0].newPage(), await contexts[1].newPage()];
  await logInAsPerson(writerPage, world.consoleUrl, 'sam');
  await logInAsPerson(readerPage, world.consoleUrl, 'cleo');
  await readerPage.goto(`${world.consoleUrl}/orders/${orderNo}`);
  const notes = readerPage.getByRole('region', { name: /Notes/ });
  await notes.waitFor();
  const durations: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const body = `Round ${round}`;
    const begun = performance.now();
    await writerPage.evaluate(
      (note) =>
        fetch('/gateway/console/addNote', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(note),
        }),
      { subjects: [`order:${orderNo}`], body },
    );
    await notes.getByText(body).waitFor();
    durations.push(performance.now() - begun);
  }
  for (const context of contexts) await context.close();
  return durations;
}

async function measureScreenChanges(page: Page, base: string): Promise<ReadonlyMap<string, readonly number[]>> {
  const durations = new Map<string, number[]>(SCREENS.map((place) => [place, []]));
  // Round -1 fills the cache and is not counted.
  for (let round = -1; round < ROUNDS; round += 1)
    for (const [place, times] of durations) {
      const ms = await measureScreenChange(page, `${base}/${place}`);
      if (round >= 0) times.push(ms);
    }
  return durations;
}

const SAMPLE_ORDER_ROW: ConsoleCallData<'orders'>['rows'][number] = {
  orderNo: '7KQ2M4XD9TAB3HWPEN56',
  createdAt: '2026-11-21T10:20:11.000Z',
  status: 'on_hold',
  heldFrom: 'converted',
  exception: 'overpaid',
  dispute: 'none',
  since: '2026-11-21T10:30:02.000Z',
  until: '2026-11-22T10:30:02.000Z',
  payAmount: { amount: '1640.00', unit: 'EUR' },
  receiveAmount: { amount: '0.51049277', unit: 'ETH' },
  network: 'ethereum',
  buyer: 'k·····@mail.example',
  country: 'DE',
  method: 'bank_transfer',
  partner: '0',
  left: [{ amount: '29.85', unit: 'EUR' }],
  netRevenue: { sum: { amount: '29.85', unit: 'EUR' }, unpriced: [] },
  takenBy: 'ben',
};

/** Returns a response of the order list with more rows than anyone scrolls through. */
function createLongOrderList() {
  const rows = Array.from({ length: ROWS }, (_, index) => ({
    ...SAMPLE_ORDER_ROW,
    orderNo: `${index.toString().padStart(8, '0')}TAB3HWPEN56Q`,
    payAmount: { amount: `${1_000 + index}.00`, unit: 'EUR' },
  }));
  const data: ConsoleCallData<'orders'> = {
    understood: [],
    rows,
    next: null,
    sums: { count: ROWS, more: false, payAmounts: [SAMPLE_ORDER_ROW.payAmount] },
    now: '2026-11-21T10:38:12.000Z',
  };
  return { respCode: '200', respMessage: '', data };
}

/** Returns the gzipped size of the scripts and styles that index.html references, each compressed separately as it is sent. */
function measureFirstLoadBytes(): { readonly scripts: number; readonly styles: number } {
  const html = readFileSync(`${DIST}index.html`, 'utf8');
  const sumGzippedBytes = (kind: string) =>
    [...html.matchAll(new RegExp(String.raw` (?:src|href)="/console/([^"]+\.${kind})"`, 'g'))]
      .map(([, path = '']) => gzipSync(readFileSync(DIST + path), { level: 9 }).length)
      .reduce((sum, bytes) => sum + bytes, 0);
  return { scripts: sumGzippedBytes('js'), styles: sumGzippedBytes('css') };
}

function formatReport(
  { idle, reading, flying, changes, seen }: ConsoleMeasurements,
  bytes: ReturnType<typeof measureFirstLoadBytes>,
): readonly string[] {
  const firstKiB = (bytes.scripts + bytes.styles) / 1024;
  const frames = (name: string, times: FrameTimes) => {
    const late = times.filter((ms) => ms > 1.5 * FRAME_MS).length;
    const verdict = times === idle ? '' : formatVerdict(quantile(times, 0.95), LIMITS.frameP95Ms);
    return `| ${name} | ${times.length} | ${quantile(times, 0.5).toFixed(1)} | ${quantile(times, 0.95).toFixed(1)} | ${late} | ${verdict} |`;
  };
  return [
    describeMachine(),
    '',
    `Chromium without a graphics processor, ${DESKTOP_WINDOW.width} × ${DESKTOP_WINDOW.height}. The console's list of orders, with ${ROWS.toLocaleString('en')} rows, is scrolled twice for ${SECONDS} s: by ${READING_SPEED} pixels a frame, and by ${FAST_SPEED} (from end to end). A frame is late if it took more than 1.5 times a sixtieth of a second. A page on which nothing moves shows the effect of other load on the machine.`,
    '',
    `| page | frames | median ms | p95 ms | late | p95 at most ${LIMITS.frameP95Ms} ms |`,
    '| --- | ---: | ---: | ---: | ---: | --- |',
    frames('nothing moves', idle),
    frames('scrolled at reading speed', reading),
    frames('scrolled from end to end', flying),
    '',
    `Time from a click in the navigation until the screen is painted, from the cache; ${ROUNDS} rounds over all screens.`,
    '',
    `| screen | median ms | longest ms | median at most ${LIMITS.changeMs} ms |`,
    '| --- | ---: | ---: | --- |',
    ...[...changes].map(
      ([place, all]) =>
        `| ${place} | ${quantile(all, 0.5).toFixed(0)} | ${Math.max(...all).toFixed(0)} | ${formatVerdict(quantile(all, 0.5), LIMITS.changeMs)} |`,
    ),
    '',
    `A note that one person writes on an order appears on another person's page after ${quantile(seen, 0.5).toFixed(0)} ms (median), ${Math.max(...seen).toFixed(0)} ms at most: ${formatVerdict(Math.max(...seen), LIMITS.seenMs)} ${LIMITS.seenMs} ms; ${seen.length} rounds; the page queries once a second.`,
    '',
    `The first screen's scripts and styles: ${(bytes.scripts / 1024).toFixed(1)} and ${(bytes.styles / 1024).toFixed(1)} KiB, ${formatVerdict(firstKiB, LIMITS.firstKiB)} ${LIMITS.firstKiB} KiB.`,
  ];
}

function formatVerdict(figure: number, limit: number): string {
  return figure <= limit ? 'within' : 'OVER';
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

await main();
