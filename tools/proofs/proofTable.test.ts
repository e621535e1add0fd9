import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { insertProof } from './proofTable.ts';

const PAGE = `# Proofs

Introduction.

<!-- Written by \`npm run prove\` -->

| proof | figures | seed | result | run | machine |
| --- | --- | --- | --- | --- | --- |
| Restores | 3 restores | 7 | nothing paid twice | 2026-11-01, abc | 2 processors |

<!-- end -->

## How to repeat
`;

const proof = { figures: '10 requests', result: 'all refused', run: '2026-11-29, def', machine: '2 processors' };
const rows = (page: string) => page.split('\n').filter((line) => /^\| [A-Z]/.test(line));

test('adds the row of a new proof in the order of the names', () => {
  const page = insertProof(PAGE, { ...proof, name: 'Forged requests', seed: '5' });
  expect(rows(page)).toEqual([
    '| Forged requests | 10 requests | 5 | all refused | 2026-11-29, def | 2 processors |',
    '| Restores | 3 restores | 7 | nothing paid twice | 2026-11-01, abc | 2 processors |',
  ]);
});

test('replaces the row of the same proof, and leaves the rest of the page unchanged', () => {
  const page = insertProof(PAGE, { ...proof, name: 'Restores' });
  expect(rows(page)).toEqual(['| Restores | 10 requests | | all refused | 2026-11-29, def | 2 processors |']);
  expect(page.replace(rows(page)[0] ?? '', rows(PAGE)[0] ?? '')).toBe(PAGE);
});

test('escapes text that would end its cell or its line', () => {
  const page = insertProof(PAGE, { ...proof, name: 'Restores', figures: 'a | b\nc' });
  expect(rows(page)).toEqual(['| Restores | a \\| b c | | all refused | 2026-11-29, def | 2 processors |']);
});

test('refuses a page without its table', () => {
  expect(() => insertProof('# Proofs\n', { ...proof, name: 'Restores' })).toThrow('no table');
});

test('PROOFS.md has one row per proof, in the order that the next run will write', () => {
  const page = readFileSync('PROOFS.md', 'utf8');
  const written = rows(page);
  const names = written.map((row) => row.split(' | ')[0]);
  expect(new Set(names).size).toBe(written.length);
  expect(written).toEqual(written.toSorted((a, b) => a.localeCompare(b, 'en')));
  expect(insertProof(page, { ...proof, name: 'Another' }).split('\n')).toHaveLength(page.split('\n').length + 1);
});
