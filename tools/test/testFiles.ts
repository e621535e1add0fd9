import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestFile } from './selection.ts';

/** What tests and groups are named by, also after a table of cases. A name that is put together counts as it is written. */
const TITLES = /(?:\b(?:test|describe|it)(?:\.\w+)*|\))\(\s*(['"`])((?:\\.|(?!\1).)+)\1\s*,/g;

/** The files of tests that a pattern means, sorted. */
export function findTestFiles(projectFolder: string, pattern: string): TestFile[] {
  return globSync(pattern, { cwd: projectFolder, exclude: ['**/node_modules/**', '{web,console}/dist/**'] })
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted()
    .map((path) => ({ path, titles: titlesIn(readFileSync(join(projectFolder, path), 'utf8')) }));
}

export function titlesIn(source: string): string[] {
  return [...source.matchAll(TITLES)].map(([, , title = '']) => title);
}
