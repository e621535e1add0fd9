import { normalizeToSingleLine } from '@slipway/contract/plainText.ts';

/** Returns the text as a search compares it: lower case, plain letters and digits, without accents, with one kind of apostrophe. */
export function foldText(text: string): string {
  return normalizeToSingleLine(text)
    .normalize('NFKD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .replaceAll(/[’‘ʼ]/g, "'")
    .toLowerCase();
}
