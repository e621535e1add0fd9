import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type CompiledMessage, compileMessage } from '@lingui/message-utils/compileMessage';
import { type LanguageTexts, parseFileLocale, readLanguageFile } from '@slipway/contract/languageFile.ts';

/** The languages that come with the product. */
export const SHIPPED_LANGUAGES = fileURLToPath(new URL('../../web/i18n/', import.meta.url));

/** Keys of email texts. */
export const MAIL_KEYS = /^mail\./;

/** Keys of texts that only the server writes: in every language file, but on no page. */
export const SERVER_KEYS = /^(?:mail|receipt)\./;

/** The languages offered to buyers. */
export type Languages = {
  /** Such as `en-US`, sorted. */
  readonly locales: readonly string[];
  /** Languages in which the operator replaced texts: pages must fetch their files instead of using the built-in texts. */
  readonly changed: readonly string[];
  findTexts(locale: string): LanguageTexts | undefined;
  /** Returns the product's texts that the operator has replaced. */
  listReplacedTexts(locale: string): readonly string[];
};

export type LanguageFolders = {
  /** The product's languages. */
  readonly shipped: string;
  /** The operator's: further languages, and single texts of shipped ones. */
  readonly own?: string | undefined;
};

/** Error whose message lists the faults of the operator's files, one per line. */
export class LanguageFileError extends Error {
  override name = 'LanguageFileError';
}

/** Reads every language once. Throws {@link LanguageFileError} if one of the operator's files is invalid. */
export async function readLanguages({ shipped, own }: LanguageFolders): Promise<Languages> {
  const texts = new Map<string, LanguageTexts>();
  for (const name of await listLanguageFiles(shipped)) {
    const locale = parseFileLocale(name);
    if (locale) texts.set(locale, JSON.parse(await readFile(join(shipped, name), 'utf8')) as LanguageTexts);
  }
  const ownTexts = own ? await readOwnLanguages(own, [...texts.values()]) : new Map<string, LanguageTexts>();
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
    findTexts: (locale) => texts.get(locale),
    listReplacedTexts: (locale) => replaced.get(locale) ?? [],
  };
}

async function readOwnLanguages(folder: string, known: readonly LanguageTexts[]): Promise<Map<string, LanguageTexts>> {
  const read = new Map<string, LanguageTexts>();
  const faults: string[] = [];
  for (const name of await listOwnLanguageFiles(folder)) {
    const locale = parseFileLocale(name);
    if (locale === undefined) {
      faults.push(`${name}: the name of a language file is a language tag, such as de-DE.json`);
      continue;
    }
    const file = readLanguageFile(await readFile(join(folder, name), 'utf8'), locale, known);
    faults.push(...file.faults.map((fault) => `${name}: ${fault}`));
    read.set(locale, file.texts);
  }
  if (faults.length > 0)
    throw new LanguageFileError(`LANGUAGES_FOLDER has files that cannot be shown\n${faults.join('\n')}`);
  return read;
}

async function listLanguageFiles(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.json')).toSorted();
}

async function listOwnLanguageFiles(folder: string): Promise<string[]> {
  try {
    return await listLanguageFiles(folder);
  } catch (error) {
    throw new LanguageFileError(`LANGUAGES_FOLDER ${folder} cannot be read (${(error as NodeJS.ErrnoException).code})`);
  }
}

/** Returns the texts of these keys with their ICU messages parsed, for a page without a parser. */
export function compileTexts(texts: LanguageTexts, keys: readonly string[]): Record<string, CompiledMessage> {
  return Object.fromEntries(
    keys.flatMap((key) => {
      const text = texts[key];
      return text === undefined ? [] : [[key, compileMessage(text)]];
    }),
  );
}
