/** Right-to-left scripts. A fixed list, because browsers differ in the direction that `Intl` returns for a locale. */
const RIGHT_TO_LEFT = /Adlm|Arab|Hebr|Mand|Nkoo|Rohg|Samr|Syrc|Thaa/;

type TextDirection = 'ltr' | 'rtl';

/** Cache: every amount on a page needs it, and computing it takes a slow phone longer than rendering the amount. */
const cachedDirections = new Map<string, TextDirection>();

/** Returns the direction of a language: `rtl` for Arabic, Hebrew, Persian, Urdu and similar. */
export function textDirection(locale: string): TextDirection {
  const direction = cachedDirections.get(locale) ?? detectDirection(locale);
  cachedDirections.set(locale, direction);
  return direction;
}

function detectDirection(locale: string): TextDirection {
  try {
    return RIGHT_TO_LEFT.test(new Intl.Locale(locale).maximize().script ?? '') ? 'rtl' : 'ltr';
  } catch {
    return 'ltr';
  }
}
