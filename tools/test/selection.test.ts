import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Check, checks } from './checks.ts';
import { selectTests } from './selection.ts';
import { findTestFiles, findTitles } from './testFiles.ts';

const lint: Check = { name: 'Lint', command: ['lint'] };
const unit: Check = { name: 'Unit tests', command: ['unit'], report: 'vitest' };
const journeys: Check = { name: 'Journeys', command: ['journeys'], report: 'playwright' };
const suites = [
  {
    check: unit,
    files: [
      { path: 'money/pricing.test.ts', titles: ['pay %s EUR'] },
      { path: 'web/offline.test.ts', titles: ['a lost connection'] },
    ],
  },
  {
    check: journeys,
    files: [{ path: 'e2e/journeys/offline.spec.ts', titles: ['goes on by itself', 'A lost connection'] }],
  },
];
const chosen = (...names: string[]) => selectTests(names, [lint, unit, journeys], suites);

describe('a name', () => {
  test('selects a check in any case', () => {
    expect(chosen('LINT')).toEqual({ checks: [lint], parts: [], unknown: [] });
  });

  test('selects every file whose path contains it, in both suites', () => {
    expect(chosen('offline').parts).toEqual([
      { check: unit, files: ['web/offline.test.ts'] },
      { check: journeys, files: ['e2e/journeys/offline.spec.ts'] },
    ]);
  });

  test('selects tests by title when nothing else matches', () => {
    expect(chosen('lost connection').parts).toEqual([
      { check: unit, files: ['web/offline.test.ts'], title: 'lost connection' },
      { check: journeys, files: ['e2e/journeys/offline.spec.ts'], title: 'lost connection' },
    ]);
  });

  test.each([
    ['web/offline.test.ts:12', { check: unit, files: ['web/offline.test.ts:12'] }],
    [
      'web/offline.test.ts › a lost connection',
      { check: unit, files: ['web/offline.test.ts'], title: 'a lost connection', isWholeTitle: true },
    ],
    [
      'e2e/journeys/offline.spec.ts:7 › a › b',
      { check: journeys, files: ['e2e/journeys/offline.spec.ts:7'], title: 'a › b', isWholeTitle: true },
    ],
  ])('selects one test: %s', (name, part) => {
    expect(chosen(name)).toEqual({ checks: [], parts: [part], unknown: [] });
  });

  test('is reported if it matches nothing', () => {
    expect(chosen('lint', 'nowhere').unknown).toEqual(['nowhere']);
  });
});

test('several names select everything once', () => {
  expect(chosen('unit', 'pricing', 'journeys/off')).toEqual({
    checks: [unit],
    parts: [{ check: journeys, files: ['e2e/journeys/offline.spec.ts'] }],
    unknown: [],
  });
});

test('reads titles from the sources', () => {
  const source = `test('one', () => {}); describe("the \\\\two", f); test.each([['x', 1]])('%s is three', f); attest('no', f);`;
  expect(findTitles(source)).toEqual(['one', 'the \\\\two', '%s is three']);
});

test('finds the files that the suites run', () => {
  const [unitTests, browserTests] = checks.flatMap(({ tests }) => (tests ? [tests] : []));
  expect(readFileSync('vitest.config.ts', 'utf8')).toContain(`include: ['${unitTests?.pattern}']`);
  const found = findTestFiles('.', browserTests?.pattern ?? '').map(({ path }) => path);
  expect(found).toContain('e2e/journeys/purchases.spec.ts');
  expect(found).toContain('e2e/late/clock.spec.ts');
});

test('runs a browser test without the projects that it depends on', () => {
  const inBrowser = checks.find(({ report }) => report === 'playwright');
  const filter = { files: ['e2e/rest/a.spec.ts:12'], title: 'x (y)', isWholeTitle: true };
  expect(inBrowser?.tests?.commandFor(filter).slice(5)).toEqual([
    '--no-deps',
    '--grep',
    String.raw`x \(y\)$`,
    String.raw`e2e/rest/a\.spec\.ts:12`,
  ]);
});

test('excludes only the packages, which have their own configuration, from the journeys', () => {
  const pattern = checks.find(({ report }) => report === 'playwright')?.tests?.pattern ?? '';
  const folders = new Set(findTestFiles('.', pattern).map(({ path }) => path.split('/')[1]));
  expect(folders).not.toContain('packages');
  expect(folders).toContain('journeys');
});
