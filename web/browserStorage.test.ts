import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const WEB = fileURLToPath(new URL('./', import.meta.url));
const DOCUMENT = fileURLToPath(new URL('../docs/browser-storage.md', import.meta.url));

const sources = globSync('**/*.{ts,tsx}', { cwd: WEB })
  .filter((file) => !/(^|\/)(node_modules|dist|tools)\/|\.test\.tsx?$/.test(file))
  .map((file) => ({ file, code: readFileSync(WEB + file, 'utf8') }));

/** Returns all constants of the form `const NAME = 'value'`. */
function listConstants(code: string): Map<string, string> {
  return new Map(
    [...code.matchAll(/const ([A-Z_]+) = '([^']+)'/g)].map(([, name = '', value = '']): [string, string] => [
      name,
      value,
    ]),
  );
}

/** Resolves the expression that stores a value to its key: a literal, or a constant of the file or of an imported file. */
function findKey(file: string, code: string, written: string): string {
  const literal = /^'([^']+)'$/.exec(written)?.[1];
  const own = listConstants(code).get(written);
  const imported = sources
    .filter((source) => source.file !== file && source.code.includes(`export const ${written} =`))
    .map((source) => listConstants(source.code).get(written));
  const key = literal ?? own ?? (imported.length === 1 ? imported[0] : undefined);
  if (key === undefined) throw new Error(`${file} stores under ${written}: write the key as a constant`);
  return key;
}

/** Returns entries like `local userInfo` for every place that stores something. */
function findStoredKeys(): string[] {
  const found = sources.flatMap(({ file, code }) =>
    [...code.matchAll(/\b(localStorage|sessionStorage|storage)\s*\.setItem\(\s*([^,]+),/g)].map(
      ([, area = '', written = '']) => {
        // A function with a storage parameter has the real storage as its default.
        const named =
          area === 'storage' ? (/: \w*Storage = (localStorage|sessionStorage)/.exec(code)?.[1] ?? '') : area;
        return `${named.replace('Storage', '')} ${findKey(file, code, written.trim())}`;
      },
    ),
  );
  return [...new Set(found)].toSorted();
}

function readDocumentedKeys(): string[] {
  const [, local = '', session = ''] = readFileSync(DOCUMENT, 'utf8').split(/^## /m);
  const listKeys = (section: string) => [...section.matchAll(/^\| `(\w+)` \|/gm)].map(([, key = '']) => key);
  return [
    ...listKeys(local).map((key) => `local ${key}`),
    ...listKeys(session).map((key) => `session ${key}`),
  ].toSorted();
}

test('the document lists exactly the keys that are stored', () => {
  expect(findStoredKeys()).toEqual(readDocumentedKeys());
});

test('only the service worker stores data outside of these keys', () => {
  const other = /(?:local|session)Storage\s*(?:\[|\.(?!getItem|setItem|removeItem)\w)|\bindexedDB\b|\bcaches\.open\b/;
  const unseen = sources.filter(({ code }) => other.test(code)).map(({ file }) => file);
  // The worker's caches have a separate section.
  expect(unseen).toEqual(['worker/storage.ts']);
});

test('the document lists every cookie that a page sets', () => {
  const text = readFileSync(DOCUMENT, 'utf8');
  const setting = sources.filter(({ code }) => code.includes('document.cookie =')).map(({ file }) => file);
  expect(setting).toEqual(['api/pageCookie.ts']);
  const names =
    /type PageCookie = ((?:'\w+'(?: \| )?)+)/.exec(readFileSync(`${WEB}api/pageCookie.ts`, 'utf8'))?.[1] ?? '';
  const cookies = [...names.matchAll(/'(\w+)'/g)].map(([, name = '']) => name);
  expect(cookies.length).toBeGreaterThan(2);
  for (const name of cookies) expect(text).toContain(`\`${name}\``);
});
