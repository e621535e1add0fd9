import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildProductBill } from './dependencies/billOfMaterials.ts';
import { readLockfile } from './dependencies/lockfile.ts';
import { readNpmBill } from './dependencies/readNpmBill.ts';
import { makeRelease, ReleaseError } from './release/makeRelease.ts';
import { packChart } from './release/packChart.ts';
import { packPackages, packProduct } from './release/packProduct.ts';

/** `npm run release -- FOLDER`: creates all files of a release from the last commit (RELEASES.md). */
const root = fileURLToPath(new URL('../', import.meta.url));
const [folder] = process.argv.slice(2);

async function createBillOfMaterials(): Promise<string> {
  const packages = readLockfile(await readFile(`${root}package-lock.json`, 'utf8'));
  return `${JSON.stringify(buildProductBill(await readNpmBill(root), packages), null, 2)}\n`;
}

try {
  if (folder === undefined) throw new ReleaseError('name the folder: npm run release -- FOLDER');
  const packings = [packProduct, packPackages, packChart];
  const { version, files, isRehearsal } = await makeRelease({
    root,
    folder: resolve(folder),
    billOfMaterials: createBillOfMaterials,
    packings,
  });
  if (isRehearsal)
    process.stdout.write(`This is a rehearsal, not to be published: CHANGELOG.md has no date for ${version}.\n`);
  process.stdout.write(`Slipway ${version}:\n${files.map((file) => `  ${file}\n`).join('')}`);
} catch (error) {
  if (!(error instanceof ReleaseError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
