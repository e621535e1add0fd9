/** Scripts that run from right to left. Browsers differ in what `Intl` tells of a locale's direction; scripts do not change. */
const RIGHT_TO_LEFT = new Set(['Adlm', 'Arab', 'Hebr', 'Mand', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa']);

/** How a language is written: `rtl` for Arabic, Hebrew, Persian, Urdu and their like. */
export function textDirection(locale: string): 'ltr' | 'rtl' {
  try {
    return RIGHT_TO_LEFT.has(new Intl.Locale(locale).maximize().script ?? '') ? 'rtl' : 'ltr';
  } catch {
    return 'ltr';
  }
}
