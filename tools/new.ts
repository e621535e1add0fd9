import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Family } from '../server/providers/vendor.ts';
import {
  addVendor,
  createVendorFiles,
  findNameFault,
  getVendorFolder,
  type NewVendor,
} from './new/createVendorFiles.ts';
import { familyShapes } from './new/families.ts';

const PROJECT_FOLDER = fileURLToPath(new URL('../', import.meta.url));
const LIST = 'server/app/vendors.ts';
const USAGE = `Usage: npm run new -- vendor NAME --family FAMILY

FAMILY is one of ${Object.keys(familyShapes).join(', ')}.`;

/**
 * `npm run new`: creates the files of a vendor and its stand-in from templates, adds the vendor to server/app/vendors.ts, and
 * returns a text with the next steps.
 */
function main(): string {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { family: { type: 'string' } } });
  const [kind, name = '', ...more] = positionals;
  const family = Object.keys(familyShapes).find((one): one is Family => one === values.family);
  if (kind !== 'vendor' || more.length > 0 || family === undefined) throw new Error(USAGE);
  const fault = findNameFault(name);
  if (fault !== undefined) throw new Error(fault);
  const vendor = { name, family };
  const files = createVendorFiles(vendor);
  const taken = [getVendorFolder(vendor), `sandbox/${name}`].find((path) => existsSync(join(PROJECT_FOLDER, path)));
  if (taken !== undefined) throw new Error(`${taken} exists already: choose another name`);

  for (const [path, text] of files) write(path, text);
  write(LIST, addVendor(readFileSync(join(PROJECT_FOLDER, LIST), 'utf8'), vendor));
  format([...files.keys(), LIST]);
  return formatNextSteps(vendor, [...files.keys()]);
}

function write(path: string, text: string): void {
  const file = join(PROJECT_FOLDER, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

function format(paths: readonly string[]): void {
  const biome = join(PROJECT_FOLDER, 'node_modules/.bin/biome');
  const { status, stderr } = spawnSync(biome, ['check', '--write', ...paths], {
    cwd: PROJECT_FOLDER,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The new files could not be formatted:\n${stderr}`);
}

function formatNextSteps({ name, family }: NewVendor, paths: readonly string[]): string {
  const imitated = family === 'chain' ? 'chain/bitcoin' : 'identity/sumsub';
  return `Created these files, and added the vendor to ${LIST}:

${paths.map((path) => `  ${path}`).join('\n')}

Next steps. For details see docs/adding-a-vendor.md; for a complete example, server/providers/${imitated}/.

  1. npm run test:unit -- ${name}
     runs the family's conformance suite. Each failure begins with "not yet", and names a file and what to write there.
  2. The stand-in, sandbox/${name}/start.ts, needs a port and credentials: add it to sandbox/world/ports.ts (at the end),
     sandbox/world/credentials.ts, sandbox/main.ts and sandbox/productEnvironment.ts.
  3. Add the vendor's variables to docs/profiles/*.env, its purpose to docs/operating/vendors.md, and its name to the list
     of server/app/enabledVendors/configureVendors.test.ts.
  4. When nothing uses notYet.ts any more, delete it. Then run npm test.`;
}

try {
  process.stdout.write(`${main()}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
