import anyAscii from 'any-ascii';
import { type SpelledGroup, spellLetters } from '../../latinSpellings.ts';

/** Characters that a transfer must not contain, as the SEPA conversion table of the EPC (EPC217-08) replaces them. */
const REPLACED: Readonly<Record<string, string>> = {
  '&': '+',
  ';': ',',
  '[': '(',
  '{': '(',
  ']': ')',
  '}': ')',
  '\\': '/',
  '|': '/',
  _: '-',
  '~': '-',
  '`': "'",
  '"': "'",
};

/**
 * Writes a text in the characters that every bank of SEPA takes: `a-z A-Z 0-9 / - ? : ( ) . , ' +` and the space (EPC217-08, SEPA
 * requirements for an extended character set). Returns '' for a text without any letter or digit.
 */
export function toBasicLatin(text: string): string {
  const groups = spellLetters(text);
  const latin = groups.map((group, index) => writeGroup(group, groups[index - 1], groups[index + 1])).join('');
  const written = latin
    .replaceAll(/[&;[\]{}\\|_~`"]/g, (character) => REPLACED[character] ?? '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[^a-zA-Z0-9/?:().,'+ -]/g, '.')
    .trim();
  return /[a-zA-Z0-9]/.test(written) ? written : '';
}

/** Keeps the case: a capital is written as capitals between others, as in ŁÓDŹ. */
function writeGroup(group: SpelledGroup, before: SpelledGroup | undefined, after: SpelledGroup | undefined): string {
  const { letters, spellings } = group;
  const [spelling = ''] = spellings;
  if (letters.toLowerCase() === letters.toUpperCase()) return anyAscii(letters);
  if (!isCapital(letters.charAt(0))) return spelling;
  const isAmongCapitals = [letters.slice(1), before?.letters ?? '', after?.letters ?? ''].some(isCapital);
  return isAmongCapitals ? spelling.toUpperCase() : spelling.charAt(0).toUpperCase() + spelling.slice(1);
}

function isCapital(letters: string): boolean {
  return letters !== letters.toLowerCase();
}
