import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { budgetExcess, firstScripts } from './scriptBudget.ts';

/** Text that hardly compresses. */
function script(fileName: string, bytes: number) {
  return { fileName, code: randomBytes(bytes).toString('base64') };
}

test('scripts within the budget pass, to the byte', () => {
  const scripts = [script('a.js', 3000), script('b.js', 2000)];
  const total = scripts.reduce((sum, { code }) => sum + gzipSync(code).byteLength, 0);
  expect(budgetExcess(scripts, total)).toBeUndefined();
  expect(budgetExcess(scripts, total - 1)).toMatch(/ 1 more than/);
});

test('what is too heavy is named, heaviest first', () => {
  const excess = budgetExcess([script('light.js', 100), script('heavy.js', 90_000)], 45 * 1024);
  expect(excess).toMatch(/heavy\.js[\s\S]*light\.js/);
});

test('repetition is free, as it is on the wire', () => {
  expect(budgetExcess([{ fileName: 'a.js', code: 'const a = 1;'.repeat(10_000) }], 2048)).toBeUndefined();
});

test('the first load is what the document names and whatever it imports, not what comes later', () => {
  const chunk = (fileName: string, imports: string[]) =>
    ({ type: 'chunk', fileName, imports, code: '' }) as unknown as Rolldown.OutputChunk;
  const bundle = {
    'entry.js': chunk('entry.js', ['first.js']),
    'first.js': chunk('first.js', ['runtime.js', 'entry.js']),
    'runtime.js': chunk('runtime.js', []),
    'later.js': chunk('later.js', ['first.js']),
    'index.html': { type: 'asset', source: '<script type="module" src="/entry.js"></script>' } as Rolldown.OutputAsset,
  };
  expect(
    firstScripts(bundle)
      .map(({ fileName }) => fileName)
      .toSorted(),
  ).toEqual(['entry.js', 'first.js', 'runtime.js']);
});
