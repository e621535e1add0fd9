import { messageFaults } from './languageMessage.ts';

/** The texts of one language by their keys, as ICU messages. */
export type LanguageTexts = Readonly<Record<string, string>>;

/** The language of a file by its name, such as `de-DE.json`; undefined when that is no language tag, or not written as one. */
export function localeOfFile(fileName: string, extension: '.json' | '.html' = '.json'): string | undefined {
  if (!fileName.endsWith(extension)) return undefined;
  const locale = fileName.slice(0, -extension.length);
  try {
    return Intl.getCanonicalLocales(locale)[0] === locale ? locale : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The texts of a language file, and what is wrong with it, a line each. It may hold a part of the keys; languages that are
 * `known` to be right tell which placeholders the product fills.
 */
export function readLanguageFile(
  content: string,
  locale: string,
  known: readonly LanguageTexts[],
): { readonly texts: LanguageTexts; readonly faults: readonly string[] } {
  const entries = entriesOf(content);
  if (typeof entries === 'string') return { texts: {}, faults: [entries] };
  const faults = entries.flatMap(([key, text]) =>
    typeof text === 'string'
      ? messageFaults(
          text,
          locale,
          known.flatMap((texts) => texts[key] ?? []),
        ).map((fault) => `${key} ${fault}`)
      : [`${key} is no text`],
  );
  return { texts: Object.fromEntries(entries) as LanguageTexts, faults };
}

function entriesOf(content: string): [string, unknown][] | string {
  try {
    const read: unknown = JSON.parse(content);
    if (typeof read === 'object' && read !== null && !Array.isArray(read)) return Object.entries(read);
    return 'is no JSON object of texts by their keys';
  } catch (error) {
    return `is no JSON: ${(error as Error).message}`;
  }
}
