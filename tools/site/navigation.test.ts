import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { listPages, navigation, readDecisions, readTitle, toSiteLink, toSitePath } from './navigation.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const named = [
  ...navigation.flatMap(({ groups }) => groups.flatMap(({ pages }) => pages)),
  ...readDecisions(ROOT).flatMap(({ pages }) => pages),
];

describe('the navigation', () => {
  test('names every page once, and no page that is missing', () => {
    expect(named.toSorted()).toEqual(listPages(ROOT));
  });

  test('leads to a different address for each page, with a title', () => {
    expect(new Set(named.map(toSitePath)).size).toBe(named.length);
    for (const page of named) expect(readTitle(ROOT, page), page).not.toBe('');
  });
});

test.each([
  ['docs/README.md', '/'],
  ['docs/installing.md', '/installing'],
  ['docs/integrate/README.md', '/integrate/'],
  ['docs/decisions/web-browsers.md', '/decisions/web-browsers'],
  ['CODE_OF_CONDUCT.md', '/project/code-of-conduct'],
])('%s has the address %s', (page, link) => {
  expect(toSiteLink(page)).toBe(link);
});
