import { spellLetters } from '../../providers/latinSpellings.ts';
import { ARTICLE } from './normalizeNameWords.ts';

/** One word of a name: for each of its letters, the ways in which it may be spelled in basic Latin letters. */
export type SpelledWord = {
  readonly spellings: readonly (readonly string[])[];
  /** A single letter of an alphabet. In Chinese and Korean, one character is a whole name. */
  readonly isInitial: boolean;
};

const APOSTROPHES = /['’‘ʼʹ′`´]/gu;
/** Shortest word in which `ue` may be an `ü`; Sue and Moe are too short. */
const FEWEST_LETTERS = 5;

/** Returns the words of a name in any script, without digits and apostrophes. Hyphens separate words. */
export function spellWords(name: string): SpelledWord[] {
  return name
    .normalize('NFKC')
    .replaceAll(ARTICLE, '')
    .replaceAll(APOSTROPHES, '')
    .split(/[^\p{Letter}\p{Mark}]+/u)
    .map(spellWord)
    .filter(({ spellings }) => spellings.length > 0);
}

function spellWord(word: string): SpelledWord {
  const groups = spellLetters(word.toLowerCase())
    .map(({ spellings }) => spellings.map((spelling) => spelling.replaceAll(/[^a-z]/g, '')))
    .filter((spellings) => spellings.some((spelling) => spelling !== ''));
  const letters = Array.from(word.replaceAll(/\p{Mark}/gu, ''));
  return {
    spellings: mergeUmlauts(groups),
    isInitial: letters.length === 1 && !/\p{Unified_Ideograph}|\p{Script=Hangul}/u.test(word),
  };
}

/**
 * Merges a vowel and a following `e`, which may spell an umlaut in a word of basic Latin letters: Mueller is Muller, but
 * Michael is not Michal.
 */
function mergeUmlauts(groups: readonly (readonly string[])[]): (readonly string[])[] {
  if (groups.length < FEWEST_LETTERS || groups.some((spellings) => spellings.length > 1)) return [...groups];
  const merged: (readonly string[])[] = [];
  for (const [index, spellings] of groups.entries()) {
    const [vowel = ''] = merged.at(-1) ?? [];
    const isUmlaut = spellings[0] === 'e' && ['a', 'o', 'u'].includes(vowel) && isUmlautPosition(groups, index);
    if (isUmlaut) merged[merged.length - 1] = [vowel, `${vowel}e`];
    else merged.push(spellings);
  }
  return merged;
}

/** Returns whether the `e` is before a consonant, but not in the ending of Michael, Manuel and Joel. */
function isUmlautPosition(groups: readonly (readonly string[])[], index: number): boolean {
  const rest = groups
    .slice(index + 1)
    .map(([letter = '']) => letter)
    .join('');
  return /^[^aeiouy]/.test(rest) && rest !== 'l';
}

/** Returns the words as one, as in Jean-Luc and Jeanluc. */
export function joinWords(words: readonly SpelledWord[]): SpelledWord {
  return { spellings: words.flatMap(({ spellings }) => spellings), isInitial: false };
}

/** Returns whether two words have a spelling in common. */
export function isSameWord({ spellings: one }: SpelledWord, { spellings: other }: SpelledWord): boolean {
  const tried = new Set<string>();
  /**
   * Returns whether the remainders of both words match. One word has been spelled further than the other, by `ahead`.
   */
  function matchRemainders(atOne: number, atOther: number, ahead: string, isOneAhead: boolean): boolean {
    const state = `${atOne} ${atOther} ${isOneAhead} ${ahead}`;
    if (tried.has(state)) return false;
    tried.add(state);
    if (ahead === '' && atOne === one.length && atOther === other.length) return true;
    const spellsOne = !isOneAhead && (ahead !== '' || atOne < one.length);
    const next = spellsOne ? one[atOne] : other[atOther];
    return (next ?? []).some((spelling) => {
      const [atNextOne, atNextOther] = spellsOne ? [atOne + 1, atOther] : [atOne, atOther + 1];
      if (ahead.startsWith(spelling)) {
        const rest = ahead.slice(spelling.length);
        return matchRemainders(atNextOne, atNextOther, rest, rest !== '' && isOneAhead);
      }
      return (
        spelling.startsWith(ahead) && matchRemainders(atNextOne, atNextOther, spelling.slice(ahead.length), spellsOne)
      );
    });
  }
  return matchRemainders(0, 0, '', false);
}

/** Returns whether an initial may abbreviate a word. */
export function isInitialOf({ spellings, isInitial }: SpelledWord, { spellings: word }: SpelledWord): boolean {
  const [letters = []] = spellings;
  const first = word.find((each) => each.some((spelling) => spelling !== '')) ?? [];
  return isInitial && letters.some((letter) => first.some((spelling) => spelling.startsWith(letter.charAt(0))));
}
