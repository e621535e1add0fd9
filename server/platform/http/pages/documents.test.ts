import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Documents, readDocuments } from './documents.ts';
import type { ReaderPreferences } from './readerPreferences.ts';

const MARK = '<meta name="languages" content="" data-changed="" />';
const FILLED = '<meta name="languages" content="de-DE en-US he-IL zh-CN" data-changed="de-DE" />';

const SCRIPTS =
  '<script type="module" crossorigin src="/assets/ahead-1.js"></script><link rel="modulepreload" crossorigin href="/assets/shared-2.js">';

const STYLE = ':root{--ink:#000}';

let folder: string;
let documents: Documents;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'slipway-documents-'));
  await mkdir(join(folder, 'documents'));
  await writeFile(join(folder, 'index.html'), `<html lang="en-US">${MARK}empty`);
  for (const locale of ['en-US', 'zh-CN', 'de-DE'])
    await writeFile(
      join(folder, 'documents', `${locale}.html`),
      `<html lang="${locale}">${MARK}${SCRIPTS}first <p>Pay</p>`,
    );
  await writeFile(
    join(folder, 'documents/documents.json'),
    JSON.stringify({ paths: ['/', '/edit', '/buy/:getCurrency'], style: STYLE }),
  );
  documents = await documentsWhere(['Support']);
});

/** Reads documents where the operator has replaced these German texts. */
function documentsWhere(replaced: readonly string[]): Promise<Documents> {
  return readDocuments(folder, {
    locales: ['de-DE', 'en-US', 'he-IL', 'zh-CN'],
    changed: ['de-DE'],
    findTexts: () => ({}),
    listReplacedTexts: (locale) => (locale === 'de-DE' ? replaced : []),
  });
}

afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const englishReader: ReaderPreferences = { acceptLanguage: '', locale: undefined, theme: undefined };

function readText({ path = '/edit', ...reader }: Partial<ReaderPreferences> & { path?: string }): string {
  return documents.getDocument(path, { ...englishReader, ...reader }).text;
}

describe('the document', () => {
  test.each(['/', '/edit', '/edit/', '/buy/BTC'])('contains the first screen at %s', (path) => {
    expect(readText({ path })).toContain('first');
  });

  test.each([
    ['/', true],
    ['/edit/', true],
    ['/buy/BTC', false],
    ['/order-status', false],
  ])('is plain only if it has a first screen without preset values: %s', (path, isPlain) => {
    expect(documents.getDocument(path, englishReader)).toMatchObject({ isPlain });
    // A language that only the script renders.
    expect(documents.getDocument(path, { ...englishReader, locale: 'he-IL' })).toMatchObject({ isPlain: false });
  });

  test.each(['/buy', '/buy/BTC/x', '/editor', '/order-status', '/shell.html'])(
    'contains no first screen at %s',
    (path) => {
      expect(readText({ path })).toBe(`<html lang="en-US">${FILLED}empty`);
    },
  );

  test('is in the language that the browser requests, or in English', () => {
    expect(readText({ acceptLanguage: 'fr-FR,de-AT;q=0.8,en;q=0.9' })).toContain('lang="en-US"');
    expect(readText({ acceptLanguage: 'fr-FR,de-AT;q=0.8' })).toContain('lang="de-DE"');
    expect(readText({ acceptLanguage: 'ja' })).toContain('lang="en-US"');
  });

  test('is in the chosen language, and empty if the language has no first screen', () => {
    expect(readText({ acceptLanguage: 'de', locale: 'zh-CN' })).toContain('lang="zh-CN"');
    expect(readText({ acceptLanguage: 'de', locale: 'he-IL' })).toContain('empty');
    expect(readText({ acceptLanguage: 'he' })).toContain('empty');
  });

  test('uses the browser’s language when the chosen one is no longer offered', () => {
    expect(readText({ acceptLanguage: 'de', locale: 'tlh' })).toContain('lang="de-DE"');
  });

  test.each([
    [['Pay'], 'empty'],
    [['Pay {amount}'], 'empty'],
    [['Support', 'Payments'], 'first'],
  ])('if the operator replaces the texts %j, is %s', async (replaced, shown) => {
    const changed = await documentsWhere(replaced);
    const reader = { acceptLanguage: 'de', locale: undefined, theme: undefined };
    expect(changed.getDocument('/edit', reader).text).toContain(shown);
  });

  test('has the theme in the cookie, and ignores a value that is not a theme', () => {
    expect(readText({ theme: 'dark' })).toContain('<html data-theme="dark" lang="en-US">');
    expect(readText({ theme: '"><script>' })).toBe(`<html lang="en-US">${FILLED}${SCRIPTS}first <p>Pay</p>`);
  });
});

test('preloads its scripts by a Link header', () => {
  const reader = { acceptLanguage: '', locale: undefined, theme: undefined };
  expect(documents.getDocument('/edit', reader).links).toBe(
    '</assets/ahead-1.js>; rel=modulepreload, </assets/shared-2.js>; rel=modulepreload',
  );
  expect(documents.getDocument('/orders', reader).links).toBe('');
});

test('returns the hash of its inline style', () => {
  expect(documents.styleHash).toBe(`'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`);
});
