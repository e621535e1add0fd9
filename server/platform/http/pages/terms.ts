import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FALLBACK_LOCALE } from '@slipway/contract/chooseLocale.ts';
import { parseFileLocale } from '@slipway/contract/languageFile.ts';
import { textDirection } from '@slipway/contract/textDirection.ts';
import { applyTheme, chooseReaderLocale, type ReaderPreferences } from './readerPreferences.ts';

/** The terms of service: a separate page without scripts, in each language that has a file. */
export type Terms = { getPage(reader: ReaderPreferences): string };

/** Describes a fault of the terms folder, for the operator. */
export class TermsFolderError extends Error {
  override name = 'TermsFolderError';
}

const LANGUAGE = '<html lang="en-US">';
const TITLE = /<title>[^<]*<\/title>/;
const TEXT = '<main></main>';

/**
 * Reads files such as `de-DE.html` once: each holds the content of `<main>`, with the page's title in its `<h1>`. Readers of
 * other languages get the English text, or the first one if there is no English. Throws {@link TermsFolderError} if a file is
 * invalid or there is none.
 */
export async function readTerms(distFolder: string, folder: string): Promise<Terms> {
  const template = await readFile(join(distFolder, 'terms/index.html'), 'utf8');
  for (const part of [LANGUAGE, TEXT])
    if (!template.includes(part)) throw new Error(`terms/index.html has no ${part} to fill in`);
  const pages = new Map<string, string>();
  for (const name of (await listHtmlFiles(folder)).toSorted()) {
    const locale = parseFileLocale(name, '.html');
    if (!locale)
      throw new TermsFolderError(
        `TERMS_FOLDER has ${name}: terms are named by a language tag, such as ${FALLBACK_LOCALE}.html`,
      );
    pages.set(
      locale,
      renderTermsPage(template, locale, parseTitledText(await readFile(join(folder, name), 'utf8'), name)),
    );
  }
  const locales = [...pages.keys()];
  const fallback = pages.get(FALLBACK_LOCALE) ?? [...pages.values()][0];
  if (fallback === undefined)
    throw new TermsFolderError(`TERMS_FOLDER ${folder} holds no terms, such as ${FALLBACK_LOCALE}.html`);
  return {
    getPage: (reader) => applyTheme(reader, pages.get(chooseReaderLocale(reader, locales)) ?? fallback),
  };
}

type TitledText = { readonly title: string; readonly text: string };

function parseTitledText(text: string, name: string): TitledText {
  const [, title] = /<h1>([^<]+)<\/h1>/.exec(text) ?? [];
  if (title === undefined)
    throw new TermsFolderError(`TERMS_FOLDER has ${name} without an <h1>, the title of the page`);
  return { title, text };
}

function renderTermsPage(template: string, locale: string, { title, text }: TitledText): string {
  return template
    .replace(LANGUAGE, `<html lang="${locale}" dir="${textDirection(locale)}">`)
    .replace(TITLE, () => `<title>${title}</title>`)
    .replace(TEXT, () => `<main>\n${text}</main>`);
}

async function listHtmlFiles(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => name.endsWith('.html'));
  } catch (error) {
    throw new TermsFolderError(`TERMS_FOLDER ${folder} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}
