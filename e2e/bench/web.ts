import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from '@playwright/test';
import { findBrowser } from '../../tools/test/findBrowser.ts';
import { BARE_PATH, buildBarePage } from '../../web/tools/barePage.ts';
import { startWorld } from '../startWorld.ts';
import { describeMachine, writeSection } from './benchmarksFile.ts';
import { measureBareVisit, measureVisit, type QuotedVisitFigures, type VisitFigures } from './measureVisit.ts';

const DIST = fileURLToPath(new URL('../../web/dist/', import.meta.url));
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 9);

type Line = {
  readonly name: string;
  readonly unit: string;
  readonly product: (visit: QuotedVisitFigures) => number;
  /** The figure of the bare page in the same round; without it `most` limits the figure itself instead of a ratio. */
  readonly bare?: (visit: VisitFigures) => number;
  readonly most: number;
};

/** Limits of a first visit to Edit on the phone profile, relative to the bare page or absolute. */
const lines: readonly Line[] = [
  {
    name: 'largest paint',
    unit: 'ms',
    product: ({ largestPaintMs }) => largestPaintMs,
    bare: ({ largestPaintMs }) => largestPaintMs,
    most: 0.6,
  },
  {
    name: 'amount field usable',
    unit: 'ms',
    product: ({ amountUsableMs }) => amountUsableMs,
    bare: ({ amountUsableMs }) => amountUsableMs,
    most: 1.4,
  },
  {
    name: 'first quote; on the bare page: amount field usable',
    unit: 'ms',
    product: ({ quotedMs }) => quotedMs,
    bare: ({ amountUsableMs }) => amountUsableMs,
    most: 1.7,
  },
  {
    name: 'from a keystroke to its quote, without the time of the request',
    unit: 'ms',
    product: ({ keyToQuoteMs }) => keyToQuoteMs,
    most: 150,
  },
  { name: 'layout shift', unit: '', product: ({ layoutShift }) => layoutShift, most: 0.02 },
  {
    name: 'scripts transferred until the first quote',
    unit: 'KiB',
    product: ({ scriptBytes }) => scriptBytes / 1024,
    most: 95,
  },
];

type Round = { readonly product: QuotedVisitFigures; readonly bare: VisitFigures };

/**
 * `npm run bench -- web`: measures first visits to Edit with an empty cache on a slow phone, alternating with a bare React page
 * from the same server. The result is the median of each round's ratio, since other load on the machine affects both visits
 * of a round.
 */
async function main(): Promise<void> {
  const executablePath = findBrowser(process.env, (line) => process.stdout.write(`${line}\n`));
  if (executablePath === undefined) throw new Error('There is no Chromium; CHROMIUM_PATH can name one.');
  const webFolder = await mkdtemp(join(tmpdir(), 'slipway-bench-web-'));
  await cp(DIST, webFolder, { recursive: true });
  await buildBarePage(webFolder);
  const world = await startWorld('bench-web', { prepare: async () => ({ WEB_FOLDER: webFolder }) });
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    await writeSection('The web', formatReport(await measureRounds(browser, world.origin)));
  } finally {
    await browser.close();
    await world.stop();
    await rm(webFolder, { recursive: true, force: true });
  }
}

async function measureRounds(browser: Browser, origin: string): Promise<readonly Round[]> {
  const round = async (): Promise<Round> => ({
    bare: await measureBareVisit(browser, origin + BARE_PATH),
    product: await measureVisit(browser, `${origin}/edit`),
  });
  // The first round warms up the server, not the browser.
  await round();
  const rounds: Round[] = [];
  for (let number = 0; number < ROUNDS; number += 1) rounds.push(await round());
  return rounds;
}

function formatReport(rounds: readonly Round[]): readonly string[] {
  return [
    describeMachine(),
    '',
    `First visits of the buyer's page (\`/edit\`) as on a slow phone: processor 4 times slower, latency 150 ms, 1.6 Mbit/s. Medians of ${rounds.length} rounds; each round visits a bare React page, then the buyer's page.`,
    '',
    '| figure | buyer’s page | bare page | ratio | at most | verdict |',
    '| --- | ---: | ---: | ---: | ---: | --- |',
    ...lines.map((line) => formatRow(line, rounds)),
  ];
}

function formatRow({ name, unit, product, bare, most }: Line, rounds: readonly Round[]): string {
  const figure = median(rounds.map((round) => product(round.product)));
  const bareFigure = bare && median(rounds.map((round) => bare(round.bare)));
  const ratio = bare && median(rounds.map((round) => product(round.product) / bare(round.bare)));
  const verdict = (ratio ?? figure) <= most ? 'within' : 'OVER';
  const cells = [
    name,
    formatFigure(figure, unit),
    bareFigure === undefined ? '' : formatFigure(bareFigure, unit),
    ratio?.toFixed(2) ?? '',
    ratio === undefined ? formatFigure(most, unit) : String(most),
    verdict,
  ];
  return `| ${cells.join(' | ')} |`;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

function formatFigure(value: number, unit: string): string {
  const digits = value < 10 ? value.toFixed(3) : String(Math.round(value));
  return unit === '' ? digits : `${digits} ${unit}`;
}

await main();
