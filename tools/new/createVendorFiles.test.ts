import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Family } from '../../server/providers/vendor.ts';
import { addVendor, createVendorFiles, findNameFault } from './createVendorFiles.ts';
import { familyShapes } from './families.ts';

const LIST = 'server/app/vendors.ts';
const COPIED = [
  'server/providers',
  LIST,
  'sandbox/world',
  'tools/patience',
  'biome.json',
  '.oxlintrc.json',
  'package.json',
];
const families = Object.keys(familyShapes) as Family[];
const vendors = families.map((family) => ({ family, name: `acme${family.charAt(0).toUpperCase()}${family.slice(1)}` }));

let copy: string;
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'slipway-new-'));
  for (const path of COPIED) cpSync(path, join(copy, path), { recursive: true });
  symlinkSync(resolve('node_modules'), join(copy, 'node_modules'));
  const made = vendors.flatMap((vendor) => [...createVendorFiles(vendor)]);
  for (const [path, text] of made) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    writeFileSync(join(copy, path), text);
  }
  const before = readFileSync(LIST, 'utf8');
  declareExistingVendors(before);
  const list = vendors.reduce((text, vendor) => addVendor(text, vendor), before);
  writeFileSync(join(copy, LIST), list);
  const config = { extends: resolve('tsconfig.json'), include: [LIST, ...made.map(([path]) => path)] };
  writeFileSync(join(copy, 'tsconfig.json'), JSON.stringify(config));
  writeFileSync(join(copy, 'vitest.config.ts'), `export default { test: { include: ['server/**/acme*.test.ts'] } };`);
});
afterAll(() => rmSync(copy, { recursive: true }));

/**
 * Declares the product's own vendors without their types: they are compiled with the product, and the types of their clients
 * are most of what the compiler would read here.
 */
function declareExistingVendors(list: string): void {
  const manifests = [...list.matchAll(/^import \{ ([\w, ]+) \} from '\.\.\/(providers\/[^']+\/manifest\.ts)';$/gm)];
  expect(manifests.length).toBeGreaterThan(5);
  for (const [, names = '', path = ''] of manifests) {
    const declared = names.split(', ').map((name) => `export declare const ${name}: never;\n`);
    writeFileSync(join(copy, 'server', path), declared.join(''));
  }
}

function run(program: string, ...flags: string[]) {
  const { status, stdout, stderr } = spawnSync(resolve('node_modules/.bin', program), flags, {
    cwd: copy,
    encoding: 'utf8',
  });
  return { status, output: stdout + stderr };
}

describe('a new vendor of each family', () => {
  test('passes Biome once it is formatted', () => {
    expect(run('biome', 'check', '--write', 'server', 'sandbox')).toMatchObject({ status: 0 });
  });

  test('compiles, and is in the list of vendors', () => {
    expect(run('tsc', '-p', '.')).toEqual({ status: 0, output: '' });
    const list = readFileSync(join(copy, LIST), 'utf8');
    for (const { name } of vendors) expect(list.match(new RegExp(`\\b${name}Vendor\\b`, 'g'))).toHaveLength(2);
  });

  test('passes the linter', () => {
    expect(run('oxlint', '--deny-warnings', 'server', 'sandbox')).toMatchObject({ status: 0 });
  });

  test('fails its conformance suite, and each failure names the file to write', () => {
    const report = join(copy, 'report.json');
    // One process for all tests, which share their imports.
    const inOneProcess = ['--no-isolate', '--pool=threads', '--maxWorkers=1'];
    expect(run('vitest', 'run', '--reporter=json', `--outputFile=${report}`, ...inOneProcess).status).toBe(1);
    const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as {
      testResults: { assertionResults: { status: string; failureMessages: string[] }[] }[];
    };
    expect(testResults).toHaveLength(families.length);
    for (const { assertionResults } of testResults) {
      expect(assertionResults.length).toBeGreaterThan(0);
      for (const { status, failureMessages } of assertionResults) {
        expect(status).toBe('failed');
        expect(failureMessages[0]).toMatch(/not yet: (?:acme\w+(?:\.test)?|manifest|webhook|treasuryKey)\.ts, /);
      }
    }
  });
});

test('refuses a name that is not valid as a folder and an identifier', () => {
  expect(findNameFault('acmePay2')).toBeUndefined();
  for (const name of ['', 'Acme', '2pay', 'acme-pay', '../acme']) expect(findNameFault(name)).toBeDefined();
});

test('creates a webhook and its secret only for a family that has webhooks', () => {
  const listTexts = (family: Family) =>
    [...createVendorFiles({ name: 'acme', family })].map(([path, text]) => path + text);
  expect(listTexts('card').join('')).toContain('ACME_WEBHOOK_SECRET');
  expect(listTexts('mail').join('')).not.toMatch(/webhook/i);
});
