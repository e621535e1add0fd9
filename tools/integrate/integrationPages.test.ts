import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { webhookEvent } from '../../contract/webhookEvents.ts';
import { integrationPages } from './integrationPages.ts';

const readPage = (path: string) => readFileSync(fileURLToPath(new URL(`../../docs/${path}`, import.meta.url)), 'utf8');

test.each(Object.entries(integrationPages))('docs/%s is up to date', (path, draw) => {
  expect(readPage(path), 'run npm run draw').toBe(draw());
});

test('every payload on the events page matches the contract', () => {
  const payloads = [...readPage('integrate/events.md').matchAll(/^```json\n([^`]+)```$/gm)].map(
    ([, json = '']) => json,
  );
  expect(payloads.length).toBeGreaterThan(0);
  for (const payload of payloads) webhookEvent.strict().parse(JSON.parse(payload));
});

const DOCS = fileURLToPath(new URL('../../docs/', import.meta.url));
const LINK = /\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g;

/** Returns anchors as GitHub generates them: lower case, without punctuation, hyphens for spaces. */
function listAnchors(text: string): readonly string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

test('every link between the pages leads to an existing page and heading', () => {
  const pages = ['partners.md', ...globSync('integrate/*.md', { cwd: DOCS })];
  const links = pages.flatMap((page) =>
    [...readPage(page).matchAll(LINK)].map(([link, file = '', anchor]) => ({
      page,
      link,
      target: file === '' ? join(DOCS, page) : join(DOCS, dirname(page), file),
      anchor,
    })),
  );
  expect(links.length).toBeGreaterThan(50);
  const broken = links.filter(
    ({ target, anchor }) =>
      !existsSync(target) || (anchor !== undefined && !listAnchors(readFileSync(target, 'utf8')).includes(anchor)),
  );
  expect(broken.map(({ page, link }) => `${page}: ${link}`)).toEqual([]);
});

test('docs/integrate/README.md links to every other page of its folder', () => {
  const pages = globSync('*.md', { cwd: join(DOCS, 'integrate') }).filter((page) => page !== 'README.md');
  const list = readPage('integrate/README.md');
  expect(pages.filter((page) => !list.includes(`](${page})`))).toEqual([]);
});
