import anyAscii from 'any-ascii';

/** Apostrophes as typed and printed, also for letters of other scripts. */
const APOSTROPHES = /['’‘ʼʻʹʾʿ`´′＇]/gu;
/** The Arabic article, which Latin transcriptions write as a separate word, or omit. */
export const ARTICLE = /(?<!\p{L})ال(?=\p{L}{2})/gu;

/**
 * Returns the words of a name in a form comparable with other lists and documents: lower-case Latin letters without
 * diacritics, for any script. Empty if no letter can be transliterated.
 */
export function normalizeNameWords(name: string): string[] {
  return anyAscii(name.replaceAll(APOSTROPHES, '').normalize('NFKC').replaceAll(ARTICLE, ''))
    .toLowerCase()
    .replaceAll(/['’`]/g, '')
    .split(/[^a-z]+/)
    .filter((word) => word !== '');
}
