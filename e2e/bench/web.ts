import { chromium } from '@playwright/test';
import setup from '../globalSetup.ts';
import { announcedWorld } from '../world.ts';
import { type Figures, measureVisit } from './measureVisit.ts';

const ROUNDS = 7;

/** What a first visit of Edit may take on the phone profile. */
const limits: Readonly<Record<keyof Figures, { readonly name: string; readonly unit: string; readonly most: number }>> =
  {
    largestPaintMs: { name: 'Largest paint', unit: 'ms', most: 1200 },
    amountUsableMs: { name: 'Amount field usable', unit: 'ms', most: 1800 },
    quotedMs: { name: 'First quote shown', unit: 'ms', most: 3000 },
    layoutShift: { name: 'Layout shift', unit: '', most: 0.02 },
    scriptBytes: { name: 'Scripts on the wire', unit: 'B', most: 110 * 1024 },
  };

/** `npm run bench:web`: first visits of Edit with an empty cache on a slow phone, the median of several. */
async function main(): Promise<void> {
  const stop = await setup();
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] || '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const address = `${announcedWorld().origin}/edit`;
    // The first one warms the server, not the browser.
    await measureVisit(browser, address);
    const visits: Figures[] = [];
    for (let round = 0; round < ROUNDS; round += 1) visits.push(await measureVisit(browser, address));
    for (const [figure, { name, unit, most }] of Object.entries(limits)) {
      const values = visits.map((visit) => visit[figure as keyof Figures]).toSorted((a, b) => a - b);
      const median = values[Math.floor(values.length / 2)] ?? Number.NaN;
      const verdict = median <= most ? 'within' : 'OVER';
      say(
        `${name.padEnd(22)} ${shown(median, unit).padStart(10)}   ${verdict} ${shown(most, unit)}   all: ${values.map((value) => shown(value, '')).join(' ')}`,
      );
    }
  } finally {
    await browser.close();
    await stop();
  }
}

function shown(value: number, unit: string): string {
  const digits = value < 10 ? value.toFixed(3) : String(Math.round(value));
  return unit === '' ? digits : `${digits} ${unit}`;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

await main();
