/** Shown when no wanted language is offered, and for each text that a language lacks. Always offered. */
export const FALLBACK_LOCALE = 'en-US';

/**
 * The offered language for a reader who wants these, the dearest first: the very one, else one of the same language
 * (`de-AT` reads `de-DE`), preferably in the same script (`zh-HK` reads `zh-TW` rather than `zh-CN`). What is no
 * language tag is passed over.
 */
export function chooseLocale(wanted: readonly string[], offered: readonly string[]): string {
  const choices = offered.flatMap((name) => readTag(name) ?? []);
  for (const tag of wanted) {
    const wish = readTag(tag);
    if (!wish) continue;
    const related = choices.filter(({ language }) => language === wish.language);
    const chosen =
      related.find(({ canonical }) => canonical === wish.canonical) ??
      related.find(({ script }) => script === wish.script) ??
      related[0];
    if (chosen) return chosen.name;
  }
  return FALLBACK_LOCALE;
}

type Tag = {
  /** As it was given: the name of the language's file. */
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
