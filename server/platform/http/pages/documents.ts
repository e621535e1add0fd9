import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Languages } from '../../languages.ts';
import { applyTheme, chooseReaderLocale, type ReaderPreferences } from './readerPreferences.ts';

type BuiltDocument = {
  readonly text: string;
  /** A `Link` header (RFC 8288) with its scripts, so that browsers request them while the document is still arriving. */
  readonly links: string;
};

/** A document to send. */
export type SentDocument = BuiltDocument & {
  /** True if it contains the prerendered Edit screen and its path has no parameters. */
  readonly isPlain: boolean;
};

export type Documents = {
  /**
   * Returns the page for a path: with its first screen prerendered if that is Edit, otherwise empty until the script renders.
   */
  getDocument(path: string, reader: ReaderPreferences): SentDocument;
  /** CSP hash of the only style sheet in the documents: `'sha256-…'`. */
  readonly styleHash: string;
};

type Manifest = { readonly paths: readonly string[]; readonly style: string };

/** Placeholder for the available languages, and those in which the operator replaced texts. */
const LANGUAGES_PLACEHOLDER = '<meta name="languages" content="" data-changed="" />';

/** Returns a built page with the languages filled in. */
export function withLanguages(page: string, { locales, changed }: Languages): string {
  if (!page.includes(LANGUAGES_PLACEHOLDER)) throw new Error(`a built page has no ${LANGUAGES_PLACEHOLDER} to fill in`);
  const filled = `<meta name="languages" content="${locales.join(' ')}" data-changed="${changed.join(' ')}" />`;
  return page.replace(LANGUAGES_PLACEHOLDER, filled);
}

/** Reads the documents that the web app's build wrote. */
export async function readDocuments(distFolder: string, languages: Languages): Promise<Documents> {
  const folder = join(distFolder, 'documents');
  const read = async (file: string): Promise<BuiltDocument> => {
    const text = withLanguages(await readFile(file, 'utf8'), languages);
    return { text, links: formatScriptLinks(text) };
  };
  const empty = await read(join(distFolder, 'index.html'));
  const manifest = JSON.parse(await readFile(join(folder, 'documents.json'), 'utf8')) as Manifest;
  const files = (await readdir(folder)).filter((name) => name.endsWith('.html'));
  const prerendered = new Map(
    await Promise.all(files.map(async (name) => [name.replace('.html', ''), await read(join(folder, name))] as const)),
  );
  for (const locale of languages.changed) {
    if (showsAny(prerendered.get(locale)?.text ?? '', languages.listReplacedTexts(locale))) prerendered.delete(locale);
  }
  const isEditPath = buildPathPattern(manifest.paths);
  const isPlain = buildPathPattern(manifest.paths.filter((path) => !path.includes(':')));
  return {
    styleHash: `'sha256-${createHash('sha256').update(manifest.style).digest('base64')}'`,
    getDocument(path, reader) {
      // The built document has no operator languages or texts. The page then starts empty and is rendered when the language
      // file has arrived, instead of showing other texts first.
      const document = isEditPath.test(path)
        ? (prerendered.get(chooseReaderLocale(reader, languages.locales)) ?? empty)
        : empty;
      return {
        ...document,
        text: applyTheme(reader, document.text),
        isPlain: document !== empty && isPlain.test(path),
      };
    },
  };
}

/** The build lists every script of a page, in the order of use. */
const SCRIPT = /<(?:script type="module"|link rel="modulepreload")[^>]* (?:src|href)="([^"]+)"/g;

function formatScriptLinks(document: string): string {
  return [...document.matchAll(SCRIPT)].map(([, path]) => `<${path}>; rel=modulepreload`).join(', ');
}

/**
 * Returns true if a document shows a text that the operator has replaced. Texts with placeholders cannot be searched: they
 * count as shown.
 */
function showsAny(document: string, texts: readonly string[]): boolean {
  return texts.some((text) => text.includes('{') || document.includes(`>${text}<`) || document.includes(`"${text}"`));
}

function buildPathPattern(paths: readonly string[]): RegExp {
  return new RegExp(`^(?:${paths.map(convertPathParameters).join('|')})/?$`);
}

/** Returns a pattern: `/buy/:getCurrency` matches `/buy/BTC`. */
function convertPathParameters(path: string): string {
  return path.replace(/\/$/, '').replaceAll(/:\w+/g, '[^/]+');
}
