import { textDirection } from '@slipway/contract/textDirection.ts';

export type NamedLocale = {
  readonly locale: string;
  readonly name: string;
  readonly direction: 'ltr' | 'rtl';
};

/**
 * Returns languages by their native names: `Deutsch`; with the region if a language occurs twice: `English (United
 * States)`.
 */
export function listNativeNames(locales: readonly string[]): NamedLocale[] {
  const languages = locales.map((locale) => locale.split('-')[0] ?? locale);
  return locales.map((locale, index) => {
    const isOnlyRegion = languages.filter((language) => language === languages[index]).length === 1;
    const name = findNativeName(locale, isOnlyRegion ? (languages[index] ?? locale) : locale);
    return { locale, name, direction: textDirection(locale) };
  });
}

function findNativeName(locale: string, code: string): string {
  try {
    const name = new Intl.DisplayNames([locale], { type: 'language' }).of(code) ?? code;
    return name.charAt(0).toLocaleUpperCase(locale) + name.slice(1);
  } catch {
    return locale;
  }
}
