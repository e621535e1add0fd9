import { isInitialOf, isSameWord, joinWords, type SpelledWord, spellWords } from './spelledWord.ts';

export type PersonName = { readonly firstName: string; readonly lastName: string };

/**
 * `same`: every name of the person is printed in full, perhaps with further ones. `shortened`: some names are printed
 * as initials, or second names are missing and nothing else is printed. `different`: it may be another person's name.
 */
export type NameComparison = 'same' | 'shortened' | 'different';

/** A joined name has at most this many words, as in von und zu Stein. */
const MOST_JOINED = 4;
/**
 * An initial counts only with a family name of at least this many letters: A Weber is Anna Weber, but J Li is ambiguous.
 */
const FEWEST_LETTERS_WITH_INITIAL = 4;

/**
 * Compares the name that a bank or a document prints with a person's. Both may be in any script, order, case and
 * accepted spelling, with or without hyphens, apostrophes, particles and titles. The first given name and the first
 * family name must be printed, so that a person with several names does not match any two of them. The given name may
 * be an initial.
 */
export function comparePersonName(printed: string, { firstName, lastName }: PersonName): NameComparison {
  const print = spellWords(printed);
  const given = spellWords(firstName);
  const family = spellWords(lastName);
  const person = [...given, ...family];
  const found = findSameWords(print, person);
  const leadingFamily = findLeadingWord(family);
  const leading = [findLeadingWord(given), leadingFamily].filter((word) => word !== undefined);
  const excludeFound = (words: readonly SpelledWord[]) => words.filter((word) => !found.has(word));
  const initials = new Set([
    ...findInitials(excludeFound(print), excludeFound(person)),
    ...findInitials(excludeFound(person.filter((word) => !leading.includes(word))), excludeFound(print)),
  ]);
  if (![...found].some(({ isInitial }) => !isInitial)) return 'different';
  if (leading.some((word) => !found.has(word) && !(initials.has(word) && canAbbreviateGivenName(leadingFamily, found))))
    return 'different';
  const isExplained = (word: SpelledWord) => found.has(word) || initials.has(word) || isOptional(word);
  if (person.every(isExplained)) return initials.size === 0 ? 'same' : 'shortened';
  return print.every(isExplained) ? 'shortened' : 'different';
}

/** Returns whether two names have a word in common, in any accepted spelling. */
export function haveWordInCommon(one: string, other: string): boolean {
  return findSameWords(spellWords(one), spellWords(other)).size > 0;
}

/** Returns the words that both names contain, also where one name writes several of them as one word. */
function findSameWords(print: readonly SpelledWord[], person: readonly SpelledWord[]): Set<SpelledWord> {
  const found = new Set<SpelledWord>();
  for (const words of listAdjacentWords(print))
    for (const others of listAdjacentWords(person)) {
      if (words.length > 1 && others.length > 1) continue;
      if (isSameWord(joinWords(words), joinWords(others))) for (const word of [...words, ...others]) found.add(word);
    }
  return found;
}

/** Returns all runs of neighbouring words; the last is a neighbour of the first, as names are printed in either order. */
function listAdjacentWords(words: readonly SpelledWord[]): (readonly SpelledWord[])[] {
  const lengths = Array.from({ length: Math.min(MOST_JOINED, words.length) }, (_, index) => index + 1);
  const twice = [...words, ...words];
  return words.flatMap((_, from) => lengths.map((length) => twice.slice(from, from + length)));
}

/** Returns the initials and the words that they may abbreviate, each word once. */
function findInitials(words: readonly SpelledWord[], others: readonly SpelledWord[]): Set<SpelledWord> {
  const found = new Set<SpelledWord>();
  for (const word of words) {
    const other = others.find((each) => !found.has(each) && !each.isInitial && isInitialOf(word, each));
    if (other) found.add(word).add(other);
  }
  return found;
}

/** Returns whether the family name is printed in full, and is long enough for an initial in place of the given name. */
function canAbbreviateGivenName(family: SpelledWord | undefined, found: ReadonlySet<SpelledWord>): boolean {
  const letters = family?.spellings.map(([spelling = '']) => spelling).join('') ?? '';
  return family !== undefined && found.has(family) && letters.length >= FEWEST_LETTERS_WITH_INITIAL;
}

function findLeadingWord(words: readonly SpelledWord[]): SpelledWord | undefined {
  return words.find((word) => !isOptional(word)) ?? words[0];
}

/** Banks leave particles out of family names, and add titles. */
const OPTIONAL = new Set(
  `al bin da de del dela della den der di do dos du el ibn la le ten ter van von und zu zum zur
   mr mrs ms miss mx dr prof professor herr frau hr mme mlle sig sigra sra ing mag dipl phd`.split(/\s+/),
);

function isOptional({ spellings }: SpelledWord): boolean {
  return OPTIONAL.has(spellings.map(([spelling = '']) => spelling).join(''));
}
