/**
 * Generates the outlines of the brand marks that pages draw in the text colour: ui/picture/methodMarks.gen.ts for the first
 * screen, ui/picture/brandMarks.gen.ts for card brands on later screens.
 * Run `node web/tools/brandMarks.ts` after adding a payment method with a mark or a card brand, or updating the icon set.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { markedBrands } from './methodPictures.ts';

const require = createRequire(import.meta.url);
const cardBrands = ['visa', 'mastercard', 'americanexpress', 'discover', 'jcb', 'dinersclub'];
const HEADER = '/** Outlines on a 24 × 24 field, from simple-icons (CC0-1.0). Made by tools/brandMarks.ts. */';

async function readOutline(brand: string): Promise<string> {
  const svg = await readFile(require.resolve(`simple-icons/icons/${brand}.svg`), 'utf8');
  const outline = /<path d="([^"]+)"/.exec(svg)?.[1];
  if (!outline) throw new Error(`${brand} has no outline`);
  return `'${outline}'`;
}

async function writeMarks(file: string, lines: readonly string[]): Promise<void> {
  await writeFile(new URL(`../ui/picture/${file}.gen.ts`, import.meta.url), `${[HEADER, ...lines].join('\n')}\n`);
}

const methods = markedBrands.map(async ([method, brand]) => `  ${method}: ${await readOutline(brand)},`);
await writeMarks('methodMarks', ['export const methodMarks = {', ...(await Promise.all(methods)), '} as const;']);

const cards = cardBrands.map(async (brand) => `export const ${brand} = ${await readOutline(brand)};`);
await writeMarks('brandMarks', await Promise.all(cards));
