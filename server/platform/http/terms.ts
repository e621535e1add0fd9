import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FALLBACK_LOCALE } from '@slipway/contract/chooseLocale.ts';
import { localeOfFile } from '@slipway/contract/languageFile.ts';
import { textDirection } from '@slipway/contract/textDirection.ts';
import { inThemeOf, localeFor, type Reader } from './reader.ts';

/** The terms of service: a page of its own, without a script, in each language that there is a file for. */
export type Terms = { pageFor(reader: Reader): string };

/** What is wrong with the folder of the terms, for the operator who named it. */
export class TermsFolderError extends Error {
  override name = 'TermsFolderError';
}

const LANGUAGE = '<html lang="en-US">';
const TITLE = /<title>[^<]*<\/title>/;
const TEXT = '<main></main>';

/**
 * Reads `de-DE.html` and its like once: each is what stands between `<main>` and `</main>`, with the page's title in its
 * `<h1>`. Who reads none of these languages gets the English text, or the first one where there is no English.
 * Throws {@link TermsFolderError} when there is nothing to show.
 */
export async function readTerms(distFolder: string, folder: string): Promise<Terms> {
  const template = await readFile(join(distFolder, 'terms/index.html'), 'utf8');
  for (const part of [LANGUAGE, TEXT])
    if (!template.includes(part)) throw new Error(`terms/index.html has no ${part} to fill in`);
  const pages = new Map<string, string>();
  for (const name of (await filesIn(folder)).toSorted()) {
    const locale = localeOfFile(name, '.html');
    if (!locale)
      throw new TermsFolderError(
        `TERMS_FOLDER has ${name}: terms are named by a language tag, such as ${FALLBACK_LOCALE}.html`,
      );
    pages.set(locale, pageOf(template, locale, titledText(await readFile(join(folder, name), 'utf8'), name)));
  }
  const locales = [...pages.keys()];
  const fallback = pages.get(FALLBACK_LOCALE) ?? [...pages.values()][0];
  if (fallback === undefined)
    throw new TermsFolderError(`TERMS_FOLDER ${folder} holds no terms, such as ${FALLBACK_LOCALE}.html`);
  return {
    pageFor: (reader) => inThemeOf(reader, pages.get(localeFor(reader, locales)) ?? fallback),
  };
}

type TitledText = { readonly title: string; readonly text: string };

function titledText(text: string, name: string): TitledText {
  const [, title] = /<h1>([^<]+)<\/h1>/.exec(text) ?? [];
  if (title === undefined)
    throw new TermsFolderError(`TERMS_FOLDER has ${name} without an <h1>, the title of the page`);
  return { title, text };
}

function pageOf(template: string, locale: string, { title, text }: TitledText): string {
  return template
    .replace(LANGUAGE, `<html lang="${locale}" dir="${textDirection(locale)}">`)
    .replace(TITLE, () => `<title>${title}</title>`)
    .replace(TEXT, () => `<main>\n${text}</main>`);
}

async function filesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).filter((name) => name.endsWith('.html'));
  } catch (error) {
    throw new TermsFolderError(`TERMS_FOLDER ${folder} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}
