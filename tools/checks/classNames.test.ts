import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const PROJECT_FOLDER = fileURLToPath(new URL('../../', import.meta.url));
const NOT_SOURCES = /(?:^|\/)(?:node_modules|dist)\/|\.test\.tsx?$/u;

/** Set by libraries: uPlot and Lucide. */
const CLASSES_OF_LIBRARIES = /^(?:u|lucide)-/u;

function readSources(pattern: string): string[] {
  return globSync(pattern, { cwd: PROJECT_FOLDER })
    .filter((path) => !NOT_SOURCES.test(path))
    .map((path) => readFileSync(`${PROJECT_FOLDER}${path}`, 'utf8'));
}

/** Returns the classes of the style sheets that no source contains, either whole or as the constant beginning of a template. */
function findUnusedClasses(styles: readonly string[], sources: readonly string[]): string[] {
  const rules = styles.join('\n').replace(/\/\*.*?\*\/|@import[^;]*;|url\([^)]*\)/gsu, '');
  const classes = new Set([...rules.matchAll(/\.(-?[a-z_][\w-]*)/giu)].map(([, name = '']) => name));
  const text = sources.join('\n');
  const beginnings = [...text.matchAll(/([a-z][\w-]*-)\$\{/giu)].map(([, beginning = '']) => beginning);
  return [...classes].filter(
    (name) =>
      !CLASSES_OF_LIBRARIES.test(name) &&
      !new RegExp(`(?<![\\w-])${name}(?![\\w-])`, 'u').test(text) &&
      !beginnings.some((beginning) => name.startsWith(beginning)),
  );
}

test.each(['console', 'web'])('every class of the style sheets of %s is used', (folder) => {
  const styles = readSources(`${folder}/**/*.css`);
  const sources = readSources(`{${folder},look}/**/*.{ts,tsx,html}`);
  expect(styles.length).toBeGreaterThan(30);
  expect(findUnusedClasses(styles, sources)).toEqual([]);
});

test('finds a class whose element has another name', () => {
  const styles = ['/* .former */ .row-actions { gap: 4px } .button-plain:hover {} .row {}'];
  const sources = ['<i className="row-buttons" />', 'className={`button-${kind} row`}'];
  expect(findUnusedClasses(styles, sources)).toEqual(['row-actions']);
});
