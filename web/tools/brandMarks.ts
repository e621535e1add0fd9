/**
 * Writes the outlines of the few brand marks that the pages draw in the text's own colour: ui/walletMarks.gen.ts for the
 * first screen, ui/brandMarks.gen.ts for the cards of later ones.
 * Run with `node web/tools/brandMarks.ts` after a change of the lists or of the icon set's version.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const files: Readonly<Record<string, readonly string[]>> = {
  walletMarks: ['applepay', 'googlepay'],
  brandMarks: ['visa', 'mastercard', 'americanexpress', 'discover', 'jcb', 'dinersclub'],
};
const HEADER = '/** Outlines on a 24 × 24 field, from simple-icons (CC0-1.0). Made by tools/brandMarks.ts. */';

async function exportLine(mark: string): Promise<string> {
  const svg = await readFile(require.resolve(`simple-icons/icons/${mark}.svg`), 'utf8');
  const outline = /<path d="([^"]+)"/.exec(svg)?.[1];
  if (!outline) throw new Error(`${mark} has no outline`);
  return `export const ${mark} = '${outline}';`;
}

for (const [file, marks] of Object.entries(files)) {
  const lines = await Promise.all(marks.map(exportLine));
  await writeFile(new URL(`../ui/${file}.gen.ts`, import.meta.url), `${HEADER}\n${lines.join('\n')}\n`);
}
