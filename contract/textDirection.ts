/** Scripts that run from right to left. Browsers differ in what `Intl` tells of a locale's direction; scripts do not change. */
const RIGHT_TO_LEFT = /Adlm|Arab|Hebr|Mand|Nkoo|Rohg|Samr|Syrc|Thaa/;

type TextDirection = 'ltr' | 'rtl';

/** Each amount on a page asks, and working it out takes a slow phone longer than drawing the amount. */
const known = new Map<string, TextDirection>();

/** How a language is written: `rtl` for Arabic, Hebrew, Persian, Urdu and their like. */
export function textDirection(locale: string): TextDirection {
  const direction = known.get(locale) ?? workOut(locale);
  known.set(locale, direction);
  return direction;
}

function workOut(locale: string): TextDirection {
  try {
    return RIGHT_TO_LEFT.test(new Intl.Locale(locale).maximize().script ?? '') ? 'rtl' : 'ltr';
  } catch {
    return 'ltr';
  }
}
