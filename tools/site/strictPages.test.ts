import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMarkdownRenderer, disposeMdItInstance, type MarkdownRenderer } from 'vitepress';
import { expect, test } from 'vitest';
import { alignByClass, createStrictPages } from './strictPages.ts';

test('moves inline scripts into one file, and removes style attributes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'slipway-strict-pages-'));
  const strictPages = createStrictPages('/docs/');
  const page =
    '<title>A</title><script id="check-a">one()</script><script id="check-b">two()</script><p style="a:b">c</p>';
  const strict = strictPages.tighten(page);
  const [, file = ''] = /<script src="\/docs\/(assets\/head\.[0-9a-f]{8}\.js)"><\/script>/.exec(strict) ?? [];
  expect(strict.replace(/\s*<script src[^>]+><\/script>/, '')).toBe('<title>A</title><p>c</p>');
  await mkdir(join(folder, 'assets'));
  await strictPages.write(folder);
  expect(await readFile(join(folder, file), 'utf8')).toBe('one()\ntwo()\n');
  await rm(folder, { recursive: true });
});

test('aligns the columns of tables by classes', async () => {
  // VitePress keeps one renderer per process.
  disposeMdItInstance();
  const config = (md: MarkdownRenderer) => void md.use(alignByClass);
  const md = await createMarkdownRenderer(tmpdir(), { config });
  const html = md.render('| a |\n| ---: |\n| 1 |\n', { path: 'a.md' });
  expect(html).toContain('<td class="align-right">1</td>');
  expect(html).not.toContain('style=');
});
