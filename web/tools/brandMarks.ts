/**
 * Writes ui/brandMarks.gen.ts: the outlines of the few brand marks that the pages draw in the text's own colour.
 * Run with `node web/tools/brandMarks.ts` after a change of the list or of the icon set's version.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const marks = ['applepay', 'googlepay', 'visa', 'mastercard', 'americanexpress', 'discover', 'jcb', 'dinersclub'];

const lines = await Promise.all(
  marks.map(async (mark) => {
    const svg = await readFile(require.resolve(`simple-icons/icons/${mark}.svg`), 'utf8');
    const outline = /<path d="([^"]+)"/.exec(svg)?.[1];
    if (!outline) throw new Error(`${mark} has no outline`);
    return `export const ${mark} = '${outline}';`;
  }),
);
const header = '/** Outlines on a 24 × 24 field, from simple-icons (CC0-1.0). Made by tools/brandMarks.ts. */';
await writeFile(new URL('../ui/brandMarks.gen.ts', import.meta.url), `${header}\n${lines.join('\n')}\n`);
