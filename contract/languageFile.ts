import { findMessageFaults } from './languageMessage.ts';

/** The texts of one language by their keys, as ICU messages. */
export type LanguageTexts = Readonly<Record<string, string>>;

/** Returns the language of a file by its name, such as `de-DE.json`; undefined if it is not a canonical language tag. */
export function parseFileLocale(fileName: string, extension: '.json' | '.html' = '.json'): string | undefined {
  if (!fileName.endsWith(extension)) return undefined;
  const locale = fileName.slice(0, -extension.length);
  try {
    return Intl.getCanonicalLocales(locale)[0] === locale ? locale : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Returns the texts of a language file and its faults, one per line. It may contain only some of the keys; the placeholders
 * that the product fills are taken from the `known` languages, which are correct.
 */
export function readLanguageFile(
  content: string,
  locale: string,
  known: readonly LanguageTexts[],
): { readonly texts: LanguageTexts; readonly faults: readonly string[] } {
  const entries = parseEntries(content);
  if (typeof entries === 'string') return { texts: {}, faults: [entries] };
  const faults = entries.flatMap(([key, text]) =>
    typeof text === 'string'
      ? findMessageFaults(
          text,
          locale,
          known.flatMap((texts) => texts[key] ?? []),
        ).map((fault) => `${key} ${fault}`)
      : [`${key} is not a text`],
  );
  return { texts: Object.fromEntries(entries) as LanguageTexts, faults };
}

function parseEntries(content: string): [string, unknown][] | string {
  try {
    const read: unknown = JSON.parse(content);
    if (typeof read === 'object' && read !== null && !Array.isArray(read)) return Object.entries(read);
    return 'is not a JSON object of texts by key';
  } catch (error) {
    return `is not JSON: ${(error as Error).message}`;
  }
}
