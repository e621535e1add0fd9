import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

test('every file that docs/security.md links to exists', () => {
  const page = new URL('../../docs/security.md', import.meta.url);
  const links = [...readFileSync(page, 'utf8').matchAll(/\]\(([^)#:]+)\)/g)].map(([, path = '']) => path);
  expect(links.length).toBeGreaterThan(20);
  expect(links.filter((path) => !existsSync(fileURLToPath(new URL(path, page))))).toEqual([]);
});
