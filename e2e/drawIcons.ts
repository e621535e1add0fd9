import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { listBrandImages } from '../web/tools/brandImages.ts';

type Icon = { readonly file: string; readonly size: number; readonly fullBleed?: true };

/** `fullBleed`: the system crops the square to its own shape, so the mark stays within the inner four fifths. */
const icons: readonly Icon[] = [
  { file: '192.png', size: 192 },
  { file: '512.png', size: 512 },
  { file: 'maskable-512.png', size: 512, fullBleed: true },
  { file: 'apple-touch-180.png', size: 180, fullBleed: true },
];

const FOLDER = fileURLToPath(new URL('../web/public/icons/', import.meta.url));
const MARK_FILE = 'images/offers/slipway.svg';

/** `node e2e/drawIcons.ts` redraws the icons of the installed app from Slipway's mark. */
const mark = listBrandImages().get(MARK_FILE);
if (!mark) throw new Error(`no ${MARK_FILE}`);
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] || '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
const page = await browser.newPage();
for (const { file, size, fullBleed } of icons) {
  const drawn = fullBleed ? fillSquare(mark) : mark;
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(`<style>*{margin:0}svg{display:block;width:100vw;height:100vh}</style>${drawn}`);
  await writeFile(FOLDER + file, await page.screenshot({ omitBackground: true }));
}
await browser.close();

/** Extends the background beyond the edges without rounded corners, and adds a margin around the mark. */
function fillSquare(svg: string): string {
  return svg
    .replace('<rect width="44" height="44" rx="13"', '<rect x="-8" y="-8" width="60" height="60"')
    .replace('viewBox="0 0 44 44"', 'viewBox="-6 -6 56 56"');
}
