import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const PATH = /^\/languages\/([\w-]+)\.json$/;
/** Texts of letters, which no page gets. */
const OF_LETTERS = /^mail\./;

/** The texts of a language as the server would give them, from the file as it is now; undefined for any other path. */
export async function languageFile(webFolder: string, url: string): Promise<string | undefined> {
  const [, locale] = PATH.exec(url) ?? [];
  if (locale === undefined) return undefined;
  const file = join(webFolder, 'i18n', `${locale}.json`);
  const texts = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
  return JSON.stringify(Object.fromEntries(Object.entries(texts).filter(([key]) => !OF_LETTERS.test(key))));
}
