import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ReaderPreferences } from './readerPreferences.ts';
import { readTerms, type Terms } from './terms.ts';

const SHIPPED_TERMS = fileURLToPath(new URL('../../../../web/terms/texts/', import.meta.url));
const SHIPPED_LANGUAGES = fileURLToPath(new URL('../../../../web/i18n/', import.meta.url));

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'slipway-terms-'));
  await mkdir(join(folder, 'dist/terms'), { recursive: true });
  await mkdir(join(folder, 'own'));
  await writeFile(
    join(folder, 'dist/terms/index.html'),
    '<html lang="en-US"><title>Terms</title><body><main></main></body></html>',
  );
});

afterEach(() => rm(folder, { recursive: true, force: true }));

function readOwnTerms(files: Readonly<Record<string, string>>): Promise<Terms> {
  const write = ([name, text]: [string, string]) => writeFile(join(folder, 'own', name), text);
  return Promise.all(Object.entries(files).map(write)).then(() => readTerms(join(folder, 'dist'), join(folder, 'own')));
}

function renderPage(terms: Terms, reader: Partial<ReaderPreferences>): string {
  return terms.getPage({ acceptLanguage: '', locale: undefined, theme: undefined, ...reader });
}

test('has terms for every language of the product, with its direction and title', async () => {
  const terms = await readTerms(join(folder, 'dist'), SHIPPED_TERMS);
  const locales = (await readdir(SHIPPED_LANGUAGES))
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.slice(0, -5));
  for (const locale of locales) expect(renderPage(terms, { locale })).toContain(`<html lang="${locale}"`);
  expect(renderPage(terms, { locale: 'ar-AE' })).toMatch(/<html lang="ar-AE" dir="rtl"><title>شروط الخدمة<\/title>/);
});

test('has as many headings and paragraphs in every language', async () => {
  const terms = await readTerms(join(folder, 'dist'), SHIPPED_TERMS);
  const shape = (locale: string) => renderPage(terms, { locale }).match(/<(?:h1|h2|p)>/g);
  for (const file of await readdir(SHIPPED_TERMS)) expect(shape(file.slice(0, -5))).toEqual(shape('en-US'));
});

test('shows only the operator’s terms when there are any', async () => {
  const terms = await readOwnTerms({ 'de-DE.html': '<h1>AGB</h1>\n<p>$1 gilt</p>', 'fr-FR.html': '<h1>CGU</h1>' });
  expect(renderPage(terms, { acceptLanguage: 'fr' })).toContain('CGU');
  expect(renderPage(terms, { acceptLanguage: 'zh-CN' })).toBe(
    '<html lang="de-DE" dir="ltr"><title>AGB</title><body><main>\n<h1>AGB</h1>\n<p>$1 gilt</p></main></body></html>',
  );
});

test('shows the chosen theme', async () => {
  const terms = await readOwnTerms({ 'en-US.html': '<h1>Terms</h1>' });
  expect(renderPage(terms, { theme: 'dark' })).toContain('<html data-theme="dark" lang="en-US"');
});

test.each([
  [{}, /^TERMS_FOLDER .* holds no terms, such as en-US\.html$/],
  [{ 'english.htm': '' }, /holds no terms/],
  [{ 'de_DE.html': '<h1>AGB</h1>' }, /^TERMS_FOLDER has de_DE\.html: terms are named by a language tag/],
  [{ 'de-DE.html': '<p>AGB</p>' }, /^TERMS_FOLDER has de-DE\.html without an <h1>/],
])('refuses %j', async (files, reason) => {
  await expect(readOwnTerms(files)).rejects.toThrow(reason);
});

test('names a folder that does not exist', async () => {
  await expect(readTerms(join(folder, 'dist'), join(folder, 'gone'))).rejects.toThrow(
    /^TERMS_FOLDER .*gone cannot be read \(ENOENT\)$/,
  );
});
