import anyAscii from 'any-ascii';

/** As keyboards and papers write it, for letters of other scripts too. */
const APOSTROPHES = /['’‘ʼʻʹʾʿ`´′＇]/gu;
/** The Arabic article, which Latin letters write as a word of its own, or leave out. */
export const ARTICLE = /(?<!\p{L})ال(?=\p{L}{2})/gu;

/**
 * The words of a name as the names of other lists and papers can be compared with them: Latin letters in lower case without
 * marks, whatever the script. Empty where the name has no letter that can be written so.
 */
export function nameWords(name: string): string[] {
  return anyAscii(name.replaceAll(APOSTROPHES, '').normalize('NFKC').replaceAll(ARTICLE, ''))
    .toLowerCase()
    .replaceAll(/['’`]/g, '')
    .split(/[^a-z]+/)
    .filter((word) => word !== '');
}
