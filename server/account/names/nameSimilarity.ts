import { jaroWinkler } from '@skyra/jaro-winkler';
import { normalizeNameWords } from './normalizeNameWords.ts';

/** One way in which a listed name may be written. */
type NameVariant = {
  readonly words: readonly string[];
  /**
   * Two of its words as one: Ali Reza is Alireza. Must match exactly, because the similarity (Jaro-Winkler) favours equal
   * beginnings, here the first of the two.
   */
  readonly joined?: string;
  readonly lessPercent: number;
};

/** A parsed name of a list. */
export type ListedName = { readonly name: string; readonly variants: readonly NameVariant[] };

/** A parsed person's name. */
export type ParsedPersonName = {
  /** Returns true if the name contains the word, or two of its words joined in either order are the word. */
  has(word: string): boolean;
  /** Returns the similarity of the name's most similar word, in percent. */
  computeLikeness(word: string): number;
};

/** Deduction for a missing middle name or patronymic. */
const MISSING_MIDDLE_PERCENT = 5;
/** Similarity of equal consonants, if one side comes from a script that writes no vowels. */
const UNVOCALIZED_PERCENT = 95;
const FEWEST_CONSONANTS = 3;

/** Parses an entry. The part before a comma is the family name, as in most published lists. */
export function parseListedName(name: string): ListedName {
  const [family = '', ...given] = name.split(/[,،]/);
  const words = normalizeNameWords(`${given.join(' ')} ${family}`);
  if (words.length === 0) return { name, variants: [] };
  const joined = words.slice(1).map((second, at) => ({
    words: words.toSpliced(at, 2),
    joined: `${words[at] ?? ''}${second}`,
    lessPercent: 0,
  }));
  const withoutOne = words.slice(1, -1).map((_, at) => ({
    words: words.toSpliced(at + 1, 1),
    lessPercent: MISSING_MIDDLE_PERCENT,
  }));
  return { name, variants: [{ words, lessPercent: 0 }, ...joined, ...withoutOne] };
}

export function parsePersonName(name: string): ParsedPersonName {
  const words = [...new Set(normalizeNameWords(name))];
  const pairs = words.flatMap((first) => words.filter((second) => second !== first).map((second) => first + second));
  const whole = new Set([...words, ...pairs]);
  // Cached, because lists repeat the same words.
  const known = new Map<string, number>();
  return {
    has: (word) => whole.has(word),
    computeLikeness(word) {
      const likeness = known.get(word) ?? Math.max(0, ...words.map((other) => computeWordSimilarity(word, other)));
      known.set(word, likeness);
      return likeness;
    },
  };
}

/**
 * Returns the similarity of a person's name to a listed one, in whole percent: that of the listed word with the worst
 * match, for the best variant of the listed name. The order of words does not matter, and additional words of the person
 * never lower the result.
 */
export function computeSimilarityPercent({ variants }: ListedName, person: ParsedPersonName): number {
  return Math.max(0, ...variants.map((variant) => computeVariantSimilarity(variant, person)));
}

function computeVariantSimilarity({ words, joined, lessPercent }: NameVariant, person: ParsedPersonName): number {
  if (joined !== undefined && !person.has(joined)) return 0;
  const found = words.map((word) => (person.has(word) ? 100 : person.computeLikeness(word)));
  return Math.min(100, ...found) - lessPercent;
}

function computeWordSimilarity(a: string, b: string): number {
  const alike = Math.round(jaroWinkler(a, b) * 100);
  const consonants = removeVowels(a);
  const isUnvocalized = !/[aeiou]/.test(a) || !/[aeiou]/.test(b);
  return isUnvocalized && consonants.length >= FEWEST_CONSONANTS && consonants === removeVowels(b)
    ? Math.max(alike, UNVOCALIZED_PERCENT)
    : alike;
}

function removeVowels(word: string): string {
  return word.replaceAll(/[aeiouwy]/g, '').replaceAll(/(.)\1/g, '$1');
}
