/**
 * Writes the outlines of the few brand marks that the pages draw in the text's own colour: ui/walletMarks.gen.ts for the
 * first screen, ui/brandMarks.gen.ts for the cards of later ones.
 * Run with `node web/tools/brandMarks.ts` after a new wallet, another card brand or a new version of the icon set.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { walletBrands } from './methodPictures.ts';

const require = createRequire(import.meta.url);
const cardBrands = ['visa', 'mastercard', 'americanexpress', 'discover', 'jcb', 'dinersclub'];
const HEADER = '/** Outlines on a 24 × 24 field, from simple-icons (CC0-1.0). Made by tools/brandMarks.ts. */';

async function outlineOf(brand: string): Promise<string> {
  const svg = await readFile(require.resolve(`simple-icons/icons/${brand}.svg`), 'utf8');
  const outline = /<path d="([^"]+)"/.exec(svg)?.[1];
  if (!outline) throw new Error(`${brand} has no outline`);
  return `'${outline}'`;
}

async function writeMarks(file: string, lines: readonly string[]): Promise<void> {
  await writeFile(new URL(`../ui/${file}.gen.ts`, import.meta.url), `${[HEADER, ...lines].join('\n')}\n`);
}

const wallets = walletBrands.map(async ([method, brand]) => `  ${method}: ${await outlineOf(brand)},`);
await writeMarks('walletMarks', ['export const walletMarks = {', ...(await Promise.all(wallets)), '} as const;']);

const cards = cardBrands.map(async (brand) => `export const ${brand} = ${await outlineOf(brand)};`);
await writeMarks('brandMarks', await Promise.all(cards));
