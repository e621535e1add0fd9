import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'vite';
import { expect, test } from 'vitest';
import loader from './loader/vite.config.ts';
import node from './node/vite.config.ts';
import react from './react/vite.config.ts';

const packages = [
  { folder: 'loader', settings: loader, imports: [], types: [] },
  { folder: 'node', settings: node, imports: ['node:crypto', 'node:timers/promises'], types: ['zod'] },
  { folder: 'react', settings: react, imports: ['@slipway/loader', 'react', 'react/jsx-runtime'], types: [] },
] as const;

const IMPORT = /(?:from|import) ['"]([^'"]+)['"]/g;

function importsOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(IMPORT)].map(([, name = '']) => name);
}

test.each(packages)('@slipway/$folder needs nothing of the project where it is installed', async (built) => {
  await build(built.settings);
  const dist = join(import.meta.dirname, built.folder, 'dist');
  expect(importsOf(join(dist, `${built.folder}.js`)).toSorted((a, b) => a.localeCompare(b))).toEqual(built.imports);
  const { exports } = JSON.parse(readFileSync(join(dist, '../package.json'), 'utf8')) as {
    readonly exports: { readonly '.': Readonly<Record<string, string>> };
  };
  for (const outlet of ['types', 'default'])
    expect(existsSync(join(dist, '..', exports['.'][outlet] ?? '')), outlet).toBe(true);
  for (const name of globSync('**/*.d.ts', { cwd: dist })) {
    const file = join(dist, name);
    const missing = importsOf(file).filter((found) =>
      found.startsWith('.')
        ? !existsSync(join(dirname(file), found.replace(/\.tsx?$/, '.d.ts')))
        : !([...built.imports, ...built.types] as readonly string[]).includes(found),
    );
    expect(missing, name).toEqual([]);
  }
});
