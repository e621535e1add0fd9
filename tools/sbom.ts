import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { buildProductBill } from './dependencies/billOfMaterials.ts';
import { readLockfile } from './dependencies/lockfile.ts';
import { readNpmBill } from './dependencies/readNpmBill.ts';

/** `npm run sbom`: writes sbom.cdx.json, the product's packages as CycloneDX, for a release. */
const root = fileURLToPath(new URL('../', import.meta.url));
const packages = readLockfile(await readFile(`${root}package-lock.json`, 'utf8'));
const bill = buildProductBill(await readNpmBill(root), packages);
await writeFile(`${root}sbom.cdx.json`, `${JSON.stringify(bill, null, 2)}\n`);
process.stdout.write(`sbom.cdx.json names ${bill.components.length} packages\n`);
