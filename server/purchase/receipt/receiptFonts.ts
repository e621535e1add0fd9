import { createRequire } from 'node:module';

/**
 * `alphabetic`: Noto Sans, for Latin, Greek, Cyrillic and Devanagari. `chinese`: the Chinese cut of Noto Sans CJK, for Han
 * and kana. Both have the license OFL.
 */
export type FontFamily = 'alphabetic' | 'chinese';
export type FontWeight = 'regular' | 'bold';

const locate = createRequire(import.meta.url).resolve;
const findFile = (fontPackage: string, name: string) =>
  locate(fontPackage).replace(/dist[\\/][^\\/]+$/, `fonts/${name}`);

export const fontFiles: Readonly<Record<FontFamily, Readonly<Record<FontWeight, string>>>> = {
  alphabetic: {
    regular: findFile('@embedpdf/fonts-latin', 'NotoSans-Regular.ttf'),
    bold: findFile('@embedpdf/fonts-latin', 'NotoSans-SemiBold.ttf'),
  },
  chinese: {
    regular: findFile('@embedpdf/fonts-sc', 'NotoSansHans-Regular.otf'),
    bold: findFile('@embedpdf/fonts-sc', 'NotoSansHans-Bold.otf'),
  },
};

const CHINESE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303f\uff00-\uffef]+/u;
const WRITABLE =
  /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Devanagari}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Nd}\p{P}\p{Zs}\p{M}]*$/u;

/** Returns whether the fonts contain the text's scripts. Not included: Hangul, Arabic, Hebrew, Thai and others. */
export function isWritable(text: string): boolean {
  return WRITABLE.test(text);
}

export type FontRun = { readonly text: string; readonly family: FontFamily };

/** Splits a text into runs of one font each. */
export function splitIntoFontRuns(text: string): FontRun[] {
  return text
    .split(new RegExp(`(${CHINESE.source})`, 'u'))
    .filter((part) => part !== '')
    .map((part) => ({ text: part, family: CHINESE.test(part) ? 'chinese' : 'alphabetic' }));
}
