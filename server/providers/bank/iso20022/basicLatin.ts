import anyAscii from 'any-ascii';
import { type SpelledGroup, spellLetters } from '../../latinSpellings.ts';

/**
 * Characters that a transfer must not contain, with their replacements in the SEPA conversion table of the EPC
 * (EPC217-08).
 */
const REPLACEMENTS: Readonly<Record<string, string>> = {
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
 * Returns a text in the characters that every SEPA bank accepts: `a-z A-Z 0-9 / - ? : ( ) . , ' +` and the space
 * (EPC217-08, SEPA requirements for an extended character set). Transliterates or replaces all others. Returns '' for a
 * text without any letter or digit.
 */
export function toBasicLatin(text: string): string {
  const groups = spellLetters(text);
  const latin = groups.map((group, index) => transliterateGroup(group, groups[index - 1], groups[index + 1])).join('');
  const written = latin
    .replaceAll(/[&;[\]{}\\|_~`"]/g, (character) => REPLACEMENTS[character] ?? '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/[^a-zA-Z0-9/?:().,'+ -]/g, '.')
    .trim();
  return /[a-zA-Z0-9]/.test(written) ? written : '';
}

/** Preserves case: a capital next to another capital is spelled in capitals, as in ŁÓDŹ. */
function transliterateGroup(
  group: SpelledGroup,
  before: SpelledGroup | undefined,
  after: SpelledGroup | undefined,
): string {
  const { letters, spellings } = group;
  const [spelling = ''] = spellings;
  // Characters without case, such as Chinese ones.
  if (letters.toLowerCase() === letters.toUpperCase()) return anyAscii(letters);
  if (!isCapital(letters.charAt(0))) return spelling;
  const isAmongCapitals = [letters.slice(1), before?.letters ?? '', after?.letters ?? ''].some(isCapital);
  return isAmongCapitals ? spelling.toUpperCase() : spelling.charAt(0).toUpperCase() + spelling.slice(1);
}

function isCapital(letters: string): boolean {
  return letters !== letters.toLowerCase();
}
