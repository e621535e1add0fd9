import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { askNpm } from './dependencies/askNpm.ts';
import { productBill } from './dependencies/billOfMaterials.ts';
import { readLockfile } from './dependencies/lockfile.ts';
import { makeRelease, ReleaseError } from './release/makeRelease.ts';

/** `npm run release -- FOLDER`: the files of a release, from the last commit. */
const root = fileURLToPath(new URL('../', import.meta.url));
const [folder] = process.argv.slice(2);

async function billOfMaterials(): Promise<string> {
  const packages = readLockfile(await readFile(`${root}package-lock.json`, 'utf8'));
  return `${JSON.stringify(productBill(await askNpm(root), packages), null, 2)}\n`;
}

try {
  if (folder === undefined) throw new ReleaseError('say where: npm run release -- FOLDER');
  const { version, files } = await makeRelease({ root, folder: resolve(folder), billOfMaterials });
  process.stdout.write(`Slipway ${version}:\n${files.map((file) => `  ${file}\n`).join('')}`);
} catch (error) {
  if (!(error instanceof ReleaseError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
