import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const LANGUAGE_PATH = /^\/languages\/([\w-]+)\.json$/;
/** Email texts, which are not sent to pages. */
const MAIL_KEY = /^mail\./;

/** Returns a language's texts as the server would send them, from the current file; undefined for other paths. */
export async function readPageTexts(webFolder: string, url: string): Promise<string | undefined> {
  const [, locale] = LANGUAGE_PATH.exec(url) ?? [];
  if (locale === undefined) return undefined;
  const file = join(webFolder, 'i18n', `${locale}.json`);
  const texts = JSON.parse(await readFile(file, 'utf8')) as Record<string, string>;
  return JSON.stringify(Object.fromEntries(Object.entries(texts).filter(([key]) => !MAIL_KEY.test(key))));
}
