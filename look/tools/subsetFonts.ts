/**
 * Subsets the two font families to the characters that the product uses, and writes them to `fonts`. Run with `node
 * look/tools/subsetFonts.ts` after a change of the character lists or of a font's version.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';

const require = createRequire(import.meta.url);

function listCharacters(from: number, to: number): string {
  return String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, index) => from + index));
}

const ascii = listCharacters(0x20, 0x7e);
const latin1 = ascii + listCharacters(0xa0, 0xff);
/** Quotation marks, dashes, ellipsis, currency signs, minus, arrows, and the narrow spaces of number formats. */
const punctuation = '‘’“”–—…•€₩₹₺₪₫฿−→·\u2009\u202f';

type FontSubset = {
  readonly file: string;
  readonly source: string;
  readonly text: string;
  readonly keepFeatures: string[];
};

const fontSubsets: readonly FontSubset[] = [
  {
    file: 'hankenGrotesk.woff2',
    source: '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2',
    text: latin1 + punctuation,
    keepFeatures: ['kern', 'mark', 'mkmk', 'tnum', 'lnum', 'ccmp', 'locl'],
  },
  {
    file: 'geistMono.woff2',
    source: '@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2',
    text: `${ascii}…·`,
    keepFeatures: ['zero', 'ccmp'],
  },
];

for (const subset of fontSubsets) {
  const fullFont = await readFile(require.resolve(subset.source));
  const subsetBytes = await subsetFont(fullFont, subset.text, {
    targetFormat: 'woff2',
    variationAxes: { wght: { min: 400, max: 700 } },
    keepFeatures: subset.keepFeatures,
  });
  await writeFile(new URL(`../fonts/${subset.file}`, import.meta.url), subsetBytes);
  process.stdout.write(`${subset.file} ${(subsetBytes.byteLength / 1024).toFixed(1)} KiB\n`);
}
