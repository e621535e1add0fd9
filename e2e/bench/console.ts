import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium, type Page } from '@playwright/test';
import { consoleCalls } from '@slipway/contract/consoleCalls.ts';
import { findBrowser } from '../../tools/test/findBrowser.ts';
import { DESK, enterAs } from '../console/consolePage.ts';
import { orderOnHold } from '../console/paidOrders.ts';
import { createDesk } from '../desk.ts';
import { startWorld } from '../startWorld.ts';
import type { World } from '../world.ts';
import { machineLine, writeSection } from './benchmarksFile.ts';
import { changeScreen, type Frames, idleFrames, scrolledFrames } from './measureConsole.ts';

const DIST = fileURLToPath(new URL('../../console/dist/', import.meta.url));
const ROWS = 10_000;
const SECONDS = 5;
/** Pixels a frame: as somebody reads on, and from one end to the other within the seconds. */
const READING = 90;
const FLYING = 1_200;
const FRAME_MS = 1_000 / 60;
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 9);
const PLACES = ['today', 'orders', 'treasury', 'reconciliation', 'reports', 'people'];

/** What it may take. */
const MOST = { frameP95Ms: 1.5 * FRAME_MS, changeMs: 100, firstKiB: 130, seenMs: 2_000 };

type Measured = {
  readonly idle: Frames;
  readonly reading: Frames;
  readonly flying: Frames;
  readonly changes: ReadonlyMap<string, readonly number[]>;
  /** From what one person does until another one's page shows it, in milliseconds. */
  readonly seen: readonly number[];
};

/** `npm run bench:console`: the console in Chromium at a desk: a long table that is scrolled, screens that change, the first bytes. */
async function main(): Promise<void> {
  const executablePath = findBrowser(process.env, (line) => process.stdout.write(`${line}\n`));
  if (executablePath === undefined) throw new Error('There is no Chromium; CHROMIUM_PATH can name one.');
  const world = await startWorld('bench-console', { withConsole: true });
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    await writeSection('The console in a browser', report(await measure(browser, world), firstBytes()));
  } finally {
    await browser.close();
    await world.stop();
  }
}

async function measure(browser: Browser, world: World): Promise<Measured> {
  const { consoleUrl } = world;
  const seen = await measureSeen(browser, world);
  const context = await browser.newContext({ viewport: DESK, reducedMotion: 'reduce', serviceWorkers: 'block' });
  const page = await context.newPage();
  await enterAs(page, consoleUrl, 'anna');
  const { pathname } = new URL(consoleUrl);
  const changes = await measureChanges(page, pathname.replace(/\/$/, ''));
  await page.route('**/gateway/console/orders', (route) => route.fulfill({ json: longList() }));
  await page.goto(`${consoleUrl}/orders`);
  await page.locator('.table-box[data-virtual]').waitFor();
  const measured = {
    idle: await idleFrames(page, SECONDS),
    reading: await scrolledFrames(page, SECONDS, READING),
    flying: await scrolledFrames(page, SECONDS, FLYING),
    changes,
    seen,
  };
  await context.close();
  return measured;
}

/** One person writes beside an order that another one has open. */
async function measureSeen(browser: Browser, world: World): Promise<readonly number[]> {
  const { orderNo } = await orderOnHold(world, createDesk(world.deskUrl));
  const contexts = [
    await browser.newContext({ viewport: DESK }),
    await browser.newContext({ viewport: DESK }),
  ] as const;
  const [writes, looks] = [await contexts[0].newPage(), await contexts[1].newPage()];
  await enterAs(writes, world.consoleUrl, 'sam');
  await enterAs(looks, world.consoleUrl, 'cleo');
  await looks.goto(`${world.consoleUrl}/orders/${orderNo}`);
  const notes = looks.getByRole('region', { name: /Notes/ });
  await notes.waitFor();
  const took: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const body = `Round ${round}`;
    const begun = performance.now();
    await writes.evaluate(
      (note) =>
        fetch('/gateway/console/addNote', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(note),
        }),
      { subjects: [`order:${orderNo}`], body },
    );
    await notes.getByText(body).waitFor();
    took.push(performance.now() - begun);
  }
  for (const context of contexts) await context.close();
  return took;
}

async function measureChanges(page: Page, base: string): Promise<ReadonlyMap<string, readonly number[]>> {
  const took = new Map<string, number[]>(PLACES.map((place) => [place, []]));
  // The first visits fill the cache.
  for (let round = -1; round < ROUNDS; round += 1)
    for (const [place, times] of took) {
      const ms = await changeScreen(page, `${base}/${place}`);
      if (round >= 0) times.push(ms);
    }
  return took;
}

/** The list's own answer, as long as a person could ever go down it. */
function longList() {
  const [row] = consoleCalls.orders.example.data.rows;
  const rows = Array.from({ length: ROWS }, (_, index) => ({
    ...row,
    orderNo: `${index.toString().padStart(8, '0')}TAB3HWPEN56Q`,
    pays: { amount: `${1_000 + index}.00`, unit: 'EUR' },
  }));
  return { respCode: '200', respMessage: '', data: { ...consoleCalls.orders.example.data, rows, next: null } };
}

/** Of what the document names, each file compressed alone, as it is sent. */
function firstBytes(): { readonly scripts: number; readonly styles: number } {
  const html = readFileSync(`${DIST}index.html`, 'utf8');
  const weigh = (kind: string) =>
    [...html.matchAll(new RegExp(String.raw` (?:src|href)="/console/([^"]+\.${kind})"`, 'g'))]
      .map(([, path = '']) => gzipSync(readFileSync(DIST + path), { level: 9 }).length)
      .reduce((sum, bytes) => sum + bytes, 0);
  return { scripts: weigh('js'), styles: weigh('css') };
}

function report(
  { idle, reading, flying, changes, seen }: Measured,
  bytes: ReturnType<typeof firstBytes>,
): readonly string[] {
  const firstKiB = (bytes.scripts + bytes.styles) / 1024;
  const frames = (name: string, of: Frames) => {
    const late = of.filter((ms) => ms > 1.5 * FRAME_MS).length;
    const verdict = of === idle ? '' : within(quantile(of, 0.95), MOST.frameP95Ms);
    return `| ${name} | ${of.length} | ${quantile(of, 0.5).toFixed(1)} | ${quantile(of, 0.95).toFixed(1)} | ${late} | ${verdict} |`;
  };
  return [
    machineLine(),
    '',
    `Chromium without a graphics processor, ${DESK.width} × ${DESK.height}. The list of orders with ${ROWS.toLocaleString('en')} rows in the real table, ${SECONDS} s each: ${READING} pixels a frame, and ${FLYING}, which is from end to end. A frame is late that took more than one and a half of a sixtieth second; the page that does nothing says what else the machine did.`,
    '',
    '| | frames | median ms | 95 of 100 below | late | |',
    '| --- | ---: | ---: | ---: | ---: | --- |',
    frames('nothing moves', idle),
    frames('scrolled as one reads', reading),
    frames('scrolled from end to end', flying),
    '',
    `From the press on a place until its screen is painted, from the cache; ${ROUNDS} rounds over all of them.`,
    '',
    '| screen | median ms | longest ms | |',
    '| --- | ---: | ---: | --- |',
    ...[...changes].map(
      ([place, all]) =>
        `| ${place} | ${quantile(all, 0.5).toFixed(0)} | ${Math.max(...all).toFixed(0)} | ${within(quantile(all, 0.5), MOST.changeMs)} |`,
    ),
    '',
    `What one person writes beside an order is on the page of another one after ${quantile(seen, 0.5).toFixed(0)} ms, at the most ${Math.max(...seen).toFixed(0)}: ${within(Math.max(...seen), MOST.seenMs)} ${MOST.seenMs} ms; ${seen.length} rounds, one look a second.`,
    '',
    `The first screen's scripts and styles: ${(bytes.scripts / 1024).toFixed(1)} and ${(bytes.styles / 1024).toFixed(1)} KiB, ${within(firstKiB, MOST.firstKiB)} ${MOST.firstKiB} KiB.`,
    '',
    '<details><summary>Raw figures</summary>',
    '',
    '```json',
    JSON.stringify({
      idle: idle.map(tenth),
      reading: reading.map(tenth),
      flying: flying.map(tenth),
      changes: Object.fromEntries(changes),
      seen: seen.map(tenth),
    }),
    '```',
    '',
    '</details>',
  ];
}

function within(figure: number, most: number): string {
  return figure <= most ? 'within' : 'OVER';
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}

await main();
