import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CompiledMessage, compileMessage } from '@lingui/message-utils/compileMessage';
import { type LanguageTexts, localeOfFile, readLanguageFile } from '@slipway/contract/languageFile.ts';

/** The languages that come with the product. */
export const SHIPPED_LANGUAGES = fileURLToPath(new URL('../../web/i18n/', import.meta.url));

/** What letters say. */
export const MAIL_KEYS = /^mail\./;

/** What the server alone writes: texts of every language file, and of no page. */
export const SERVER_KEYS = /^(?:mail|receipt)\./;

/** The languages that buyers can read. */
export type Languages = {
  /** Such as `en-US`, sorted. */
  readonly locales: readonly string[];
  /** Those in which the operator has changed texts: pages must fetch their files instead of using what is built in. */
  readonly changed: readonly string[];
  textsOf(locale: string): LanguageTexts | undefined;
  /** The product's texts in whose place the operator's stand. */
  replacedIn(locale: string): readonly string[];
};

export type LanguageFolders = {
  /** With the product. */
  readonly shipped: string;
  /** The operator's: further languages, and single texts of those that are shipped. */
  readonly own?: string | undefined;
};

/** Each line names a file of the operator's and what is wrong with it. */
export class LanguageFileError extends Error {
  override name = 'LanguageFileError';
}

/** Reads every language once. Throws {@link LanguageFileError} when a file of the operator's cannot be shown as it is. */
export async function readLanguages({ shipped, own }: LanguageFolders): Promise<Languages> {
  const texts = new Map<string, LanguageTexts>();
  for (const name of await filesIn(shipped)) {
    const locale = localeOfFile(name);
    if (locale) texts.set(locale, JSON.parse(await readFile(join(shipped, name), 'utf8')) as LanguageTexts);
  }
  const ownTexts = own ? await readOwn(own, [...texts.values()]) : new Map<string, LanguageTexts>();
  const changed = [...ownTexts.keys()].filter((locale) => texts.has(locale)).toSorted();
  const replaced = new Map(
    changed.map((locale) => [
      locale,
      Object.keys(ownTexts.get(locale) ?? {}).flatMap((key) => texts.get(locale)?.[key] ?? []),
    ]),
  );
  for (const [locale, added] of ownTexts) texts.set(locale, { ...texts.get(locale), ...added });
  return {
    locales: [...texts.keys()].toSorted(),
    changed,
    textsOf: (locale) => texts.get(locale),
    replacedIn: (locale) => replaced.get(locale) ?? [],
  };
}

async function readOwn(folder: string, known: readonly LanguageTexts[]): Promise<Map<string, LanguageTexts>> {
  const read = new Map<string, LanguageTexts>();
  const faults: string[] = [];
  for (const name of await ownFilesIn(folder)) {
    const locale = localeOfFile(name);
    if (locale === undefined) {
      faults.push(`${name}: the name of a language file is a language tag, such as de-DE.json`);
      continue;
    }
    const file = readLanguageFile(await readFile(join(folder, name), 'utf8'), locale, known);
    faults.push(...file.faults.map((fault) => `${name}: ${fault}`));
    read.set(locale, file.texts);
  }
  if (faults.length > 0)
    throw new LanguageFileError(`LANGUAGES_FOLDER holds what cannot be shown\n${faults.join('\n')}`);
  return read;
}

async function filesIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.json')).toSorted();
}

async function ownFilesIn(folder: string): Promise<string[]> {
  try {
    return await filesIn(folder);
  } catch (error) {
    throw new LanguageFileError(`LANGUAGES_FOLDER ${folder} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

/** The texts under these keys with their ICU already parsed, for a page that carries no parser. */
export function compiledTexts(texts: LanguageTexts, keys: readonly string[]): Record<string, CompiledMessage> {
  return Object.fromEntries(
    keys.flatMap((key) => {
      const text = texts[key];
      return text === undefined ? [] : [[key, compileMessage(text)]];
    }),
  );
}
