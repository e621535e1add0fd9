import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestFile } from './selection.ts';

/** Matches titles of tests and groups, also after a table of cases. Placeholders of a title stay as in the source. */
const TITLES = /(?:\b(?:test|describe|it)(?:\.\w+)*|\))\(\s*(['"`])((?:\\.|(?!\1).)+)\1\s*,/g;

/** Returns the test files that match a pattern, sorted. */
export function findTestFiles(projectFolder: string, pattern: string): TestFile[] {
  return globSync(pattern, { cwd: projectFolder, exclude: ['**/node_modules/**', '{web,console}/dist/**'] })
    .map((path) => path.replaceAll('\\', '/'))
    .toSorted()
    .map((path) => ({ path, titles: findTitles(readFileSync(join(projectFolder, path), 'utf8')) }));
}

export function findTitles(source: string): string[] {
  return [...source.matchAll(TITLES)].map(([, , title = '']) => title);
}
