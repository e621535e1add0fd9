/** Used if no wanted language is offered, and for each text missing in a language. Always offered. */
export const FALLBACK_LOCALE = 'en-US';

/**
 * Returns the best offered language for the wanted ones, most preferred first: an exact match, otherwise one of the same
 * language (`de-DE` for `de-AT`), preferably in the same script (`zh-TW` rather than `zh-CN` for `zh-HK`). Ignores invalid
 * language tags. Without a match, returns {@link FALLBACK_LOCALE}.
 */
export function chooseLocale(wanted: readonly string[], offered: readonly string[]): string {
  const choices = offered.flatMap((name) => readTag(name) ?? []);
  for (const tag of wanted) {
    const preference = readTag(tag);
    if (!preference) continue;
    const related = choices.filter(({ language }) => language === preference.language);
    const chosen =
      related.find(({ canonical }) => canonical === preference.canonical) ??
      related.find(({ script }) => script === preference.script) ??
      related[0];
    if (chosen) return chosen.name;
  }
  return FALLBACK_LOCALE;
}

type Tag = {
  /** The unchanged name, which is the name of the language's file. */
  readonly name: string;
  readonly canonical: string;
  readonly language: string;
  readonly script: string | undefined;
};

function readTag(name: string): Tag | undefined {
  try {
    const locale = new Intl.Locale(name.replaceAll('_', '-'));
    return { name, canonical: locale.baseName, language: locale.language, script: locale.maximize().script };
  } catch {
    return undefined;
  }
}
