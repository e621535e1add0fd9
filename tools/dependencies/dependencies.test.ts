import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { buildProductBill } from './billOfMaterials.ts';
import { findDependencyFaults } from './findDependencyFaults.ts';
import { isAllowedLicence } from './licence.ts';
import { type LockedPackages, listInstalledPackages, PRODUCT_WORKSPACES, readLockfile } from './lockfile.ts';
import { readNpmBill } from './readNpmBill.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const packages = readLockfile(readFileSync(`${ROOT}package-lock.json`, 'utf8'));
const settings = readFileSync(`${ROOT}.npmrc`, 'utf8');
const server = packages['server'] ?? {};

function findFaultsWith(changes: LockedPackages): string[] {
  return findDependencyFaults({ ...packages, ...changes }, settings);
}

describe('the dependencies of the product', () => {
  test('are exactly the approved ones', () => {
    expect(findDependencyFaults(packages, settings)).toEqual([]);
  });

  test('exceed the budget if one is added, and the added one needs a reason', () => {
    const faults = findFaultsWith({
      server: { ...server, dependencies: { ...server.dependencies, 'left-pad': '1.0.0' } },
      'node_modules/left-pad': { version: '1.0.0', license: 'MIT' },
    });
    expect(faults).toEqual([
      expect.stringMatching(/^\d+ packages, \d+ at most/),
      'left-pad has no reason in tools/dependencies/reasons.ts',
    ]);
  });

  test('require a lower budget, and the removal of the reason, if one is removed', () => {
    const web = packages['web'] ?? {};
    const { uqr: _, ...dependencies } = web.dependencies ?? {};
    expect(findFaultsWith({ web: { ...web, dependencies } })).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/packages: lower MAX_PACKAGES/),
        'uqr is not installed: remove it from tools/dependencies/reasons.ts',
      ]),
    );
  });

  test.each([
    [{ version: '10.4.0', license: 'AGPL-3.0-only' }, 'pino@10.4.0 is under AGPL-3.0-only'],
    [{ version: '10.4.0' }, 'pino@10.4.0 has no licence'],
    [{ version: '10.4.0', license: 'MIT', hasInstallScript: true }, 'pino has an install script'],
  ])('are refused with %o', (locked, why) => {
    const former = packages['node_modules/pino'];
    const { license: _licence, ...rest } = former ?? {};
    expect(findFaultsWith({ 'node_modules/pino': { ...rest, ...locked } })).toEqual([expect.stringContaining(why)]);
  });

  test('are refused if .npmrc allows install scripts', () => {
    expect(findDependencyFaults(packages, 'save-exact=true\n')).toEqual([
      '.npmrc allows install scripts: set ignore-scripts=true',
    ]);
  });

  test('need one allowed licence in an OR expression, and only allowed licences in an AND expression', () => {
    expect(isAllowedLicence('(GPL-3.0-only OR MIT)')).toBe(true);
    expect(isAllowedLicence('MIT AND GPL-3.0-only')).toBe(false);
  });
});

test('the bill of materials names each package with its version, licence and hash, and nothing else', async () => {
  const bill = buildProductBill(await readNpmBill(ROOT), packages);
  const expected = new Set(
    listInstalledPackages(packages, PRODUCT_WORKSPACES).map(({ name, version }) => `${name}@${version}`),
  );
  expect(new Set(bill.components.map(({ name, version }) => `${name}@${version}`))).toEqual(expected);
  expect(bill).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { name: 'slipway' } } });
  for (const component of bill.components) {
    expect(component).toMatchObject({ licenses: [expect.anything()], hashes: [{ alg: 'SHA-512' }] });
    expect(component).toHaveProperty('purl', expect.stringMatching(/^pkg:npm\//));
  }
  // The bill is refused if the lock file contains a package that npm's list does not name.
  const unread = { ...packages, 'node_modules/pino': { ...packages['node_modules/pino'], version: '0.0.1' } };
  expect(() => buildProductBill(bill, unread)).toThrow('npm sbom does not name pino@0.0.1');
});
