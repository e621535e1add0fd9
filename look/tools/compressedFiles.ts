import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

/** Text formats; fonts and images other than SVG are already compressed. */
const COMPRESSIBLE = /\.(?:js|css|svg|json|webmanifest|txt)$/;
/** Compressing a file that fits into one packet gains nothing. */
const MIN_BYTES = 1400;

const encodings = [
  { suffix: '.br', compress: promisify(brotliCompress) },
  { suffix: '.gz', compress: promisify(gzip) },
] as const;

/** Writes `x.js.br` and `x.js.gz` next to `x.js` with maximum compression; the server sends the one that the browser accepts. */
export function compressedFilesPlugin(): Plugin {
  let folder = '';
  return {
    name: 'slipway-compressed-files',
    apply: 'build',
    configResolved({ root, build }) {
      folder = resolve(root, build.outDir);
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      handler: () => writeCompressedFiles(folder),
    },
  };
}

/** Writes the compressed forms of every file below the folder that has a text format and does not fit into one packet. */
export async function writeCompressedFiles(folder: string): Promise<void> {
  await Promise.all((await findCompressibleFiles(folder)).map(writeCompressed));
}

async function findCompressibleFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile() && COMPRESSIBLE.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
  const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
  return files.filter((_, index) => (sizes[index] ?? 0) >= MIN_BYTES);
}

async function writeCompressed(file: string): Promise<void> {
  const content = await readFile(file);
  await Promise.all(encodings.map(async ({ suffix, compress }) => writeFile(file + suffix, await compress(content))));
}
