import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Languages } from '../languages.ts';
import { inThemeOf, localeFor, type Reader } from './reader.ts';

type BuiltDocument = {
  readonly text: string;
  /** A `Link` header (RFC 8288) of its scripts: the browser asks for them while the text is still on its way. */
  readonly links: string;
};

/** A page as it is sent. */
export type SentDocument = BuiltDocument & {
  /** It begins with Edit, and its path wishes for nothing. */
  readonly isPlain: boolean;
};

export type Documents = {
  /** The page at a path: with its first screen already in it where that is Edit, else empty until the script draws. */
  documentFor(path: string, reader: Reader): SentDocument;
  /** The one style sheet inside the documents, as a policy names it: `'sha256-…'`. */
  readonly styleHash: string;
};

type Manifest = { readonly paths: readonly string[]; readonly style: string };

/** Where a page learns which languages there are, and in which the operator has changed texts. */
const NO_LANGUAGES = '<meta name="languages" content="" data-changed="" />';

/** A built page that knows the languages. */
export function withLanguages(page: string, { locales, changed }: Languages): string {
  if (!page.includes(NO_LANGUAGES)) throw new Error(`a built page has no ${NO_LANGUAGES} to fill in`);
  const filled = `<meta name="languages" content="${locales.join(' ')}" data-changed="${changed.join(' ')}" />`;
  return page.replace(NO_LANGUAGES, filled);
}

/** Reads what the web app's build has written. */
export async function readDocuments(distFolder: string, languages: Languages): Promise<Documents> {
  const folder = join(distFolder, 'documents');
  const read = async (file: string): Promise<BuiltDocument> => {
    const text = withLanguages(await readFile(file, 'utf8'), languages);
    return { text, links: scriptLinks(text) };
  };
  const empty = await read(join(distFolder, 'index.html'));
  const manifest = JSON.parse(await readFile(join(folder, 'documents.json'), 'utf8')) as Manifest;
  const files = (await readdir(folder)).filter((name) => name.endsWith('.html'));
  const first = new Map(
    await Promise.all(files.map(async (name) => [name.replace('.html', ''), await read(join(folder, name))] as const)),
  );
  for (const locale of languages.changed) {
    if (showsAny(first.get(locale)?.text ?? '', languages.replacedIn(locale))) first.delete(locale);
  }
  const isFirst = oneOf(manifest.paths);
  const isPlain = oneOf(manifest.paths.filter((path) => !path.includes(':')));
  return {
    styleHash: `'sha256-${createHash('sha256').update(manifest.style).digest('base64')}'`,
    documentFor(path, reader) {
      // A language or a text of the operator's own is not in the built document. The page then starts empty and is drawn
      // when the language's file has come, instead of showing other words first.
      const document = isFirst.test(path) ? (first.get(localeFor(reader, languages.locales)) ?? empty) : empty;
      return {
        ...document,
        text: inThemeOf(reader, document.text),
        isPlain: document !== empty && isPlain.test(path),
      };
    },
  };
}

/** The build names every script that a page needs, in the order in which it needs them. */
const SCRIPT = /<(?:script type="module"|link rel="modulepreload")[^>]* (?:src|href)="([^"]+)"/g;

function scriptLinks(document: string): string {
  return [...document.matchAll(SCRIPT)].map(([, path]) => `<${path}>; rel=modulepreload`).join(', ');
}

/** Whether a document shows a text that the operator has replaced. One with placeholders cannot be looked for: it counts as shown. */
function showsAny(document: string, texts: readonly string[]): boolean {
  return texts.some((text) => text.includes('{') || document.includes(`>${text}<`) || document.includes(`"${text}"`));
}

function oneOf(paths: readonly string[]): RegExp {
  return new RegExp(`^(?:${paths.map(patternOf).join('|')})/?$`);
}

/** `/buy/:getCurrency` matches `/buy/BTC`. */
function patternOf(path: string): string {
  return path.replace(/\/$/, '').replaceAll(/:\w+/g, '[^/]+');
}
