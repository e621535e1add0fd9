import { fileURLToPath } from 'node:url';
import { createMarkdownRenderer, disposeMdItInstance, type MarkdownRenderer } from 'vitepress';
import { expect, test } from 'vitest';
import { listPages } from './navigation.ts';
import { resolveLink, resolveLinksPlugin } from './resolveLinks.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const site = { root, pages: new Set(listPages(root)) };

/** Returns a function that renders the text as if it were on docs/installing.md. */
async function createRenderer(): Promise<(text: string) => string> {
  // VitePress keeps one renderer per process.
  disposeMdItInstance();
  const config = (md: MarkdownRenderer) => void md.use(resolveLinksPlugin, site);
  const md = await createMarkdownRenderer(root, { config }, '/docs/');
  return (text) => md.render(text, { path: `${root}docs/installing.md`, cleanUrls: true });
}

test.each([
  ['docs/installing.md', 'operating/https.md', expect.objectContaining({ href: '/operating/https.md' })],
  [
    'docs/installing.md',
    '../ARCHITECTURE.md#modules-of-the-server',
    expect.objectContaining({ href: '/project/architecture.md#modules-of-the-server' }),
  ],
  ['docs/operating/https.md', '../integrate/', expect.objectContaining({ href: '/integrate/index.md' })],
  ['CONTRIBUTING.md', 'docs/integrate', expect.objectContaining({ href: '/integrate/index.md' })],
  ['docs/installing.md', '../README.md', expect.objectContaining({ href: '/index.md' })],
  ['docs/installing.md', 'profiles/', { file: 'docs/profiles' }],
  ['docs/asvs.md', '../server/main.ts', { file: 'server/main.ts' }],
  ['docs/installing.md', 'https://example.org/', undefined],
  ['docs/installing.md', 'mailto:a@example.org', undefined],
  ['docs/installing.md', '#signals', undefined],
])('on %s, %s leads to %o', (from, href, target) => {
  expect(resolveLink(site, from, href)).toEqual(target);
});

test('shows a link to a file outside of the site as its path', async () => {
  const render = await createRenderer();
  expect(render('See [profiles/](profiles/).')).toContain('See <code>docs/profiles</code>.');
  expect(render('See [an **example**](../examples/html/index.html).')).toContain(
    'See an <strong>example</strong> (<code>examples/html/index.html</code>).',
  );
});

test('shows a link to a page with its text, or with the title in place of a file name', async () => {
  const render = await createRenderer();
  expect(render('See [TLS](operating/https.md#tls).')).toContain('<a href="/docs/operating/https#tls">TLS</a>');
  expect(render('See [https.md](operating/https.md), too.')).toContain(
    '<a href="/docs/operating/https">HTTPS and networks</a>, too.',
  );
});
