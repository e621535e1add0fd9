import { jaroWinkler } from '@skyra/jaro-winkler';
import { nameWords } from './nameWords.ts';

/** One way in which a listed name may be written. */
type Way = {
  readonly words: readonly string[];
  /** Two of its words as one: Ali Reza is Alireza. Found letter by letter alone, since the first of two says too much. */
  readonly joined?: string;
  readonly lessPercent: number;
};

/** A name of a list, read. */
export type ListedName = { readonly name: string; readonly ways: readonly Way[] };

/** A person's name, read. */
export type SpokenName = {
  /** Whether it is one of its words, or two of them as one, in either order. */
  has(word: string): boolean;
  /** How like the word of it is that is most like this one, in percent. */
  likenessOf(word: string): number;
};

/** A middle name or a patronymic that is missing: nearly as like as the whole. */
const MISSING_MIDDLE_PERCENT = 5;
/** The same consonants, where one side comes from a script that writes no others. */
const UNVOCALIZED_PERCENT = 95;
const FEWEST_CONSONANTS = 3;

/** Reads an entry. What stands before a comma is the family name, as in most published lists. */
export function listedName(name: string): ListedName {
  const [family = '', ...given] = name.split(/[,،]/);
  const words = nameWords(`${given.join(' ')} ${family}`);
  if (words.length === 0) return { name, ways: [] };
  const joined = words.slice(1).map((second, at) => ({
    words: words.toSpliced(at, 2),
    joined: `${words[at] ?? ''}${second}`,
    lessPercent: 0,
  }));
  const withoutOne = words.slice(1, -1).map((_, at) => ({
    words: words.toSpliced(at + 1, 1),
    lessPercent: MISSING_MIDDLE_PERCENT,
  }));
  return { name, ways: [{ words, lessPercent: 0 }, ...joined, ...withoutOne] };
}

export function spokenName(name: string): SpokenName {
  const words = [...new Set(nameWords(name))];
  const pairs = words.flatMap((first) => words.filter((second) => second !== first).map((second) => first + second));
  const whole = new Set([...words, ...pairs]);
  // A list of thousands has the same words again and again.
  const known = new Map<string, number>();
  return {
    has: (word) => whole.has(word),
    likenessOf(word) {
      const likeness = known.get(word) ?? Math.max(0, ...words.map((other) => wordLikeness(word, other)));
      known.set(word, likeness);
      return likeness;
    },
  };
}

/**
 * How like a person's name is to a listed one, in whole percent: as like as the word of it that is found worst. The order of
 * words says nothing, and a further word never makes a person less like.
 */
export function likenessPercent({ ways }: ListedName, spoken: SpokenName): number {
  return Math.max(0, ...ways.map((way) => wayLikeness(way, spoken)));
}

function wayLikeness({ words, joined, lessPercent }: Way, spoken: SpokenName): number {
  if (joined !== undefined && !spoken.has(joined)) return 0;
  const found = words.map((word) => (spoken.has(word) ? 100 : spoken.likenessOf(word)));
  return Math.min(100, ...found) - lessPercent;
}

function wordLikeness(a: string, b: string): number {
  const alike = Math.round(jaroWinkler(a, b) * 100);
  const consonants = consonantsOf(a);
  const isUnvocalized = !/[aeiou]/.test(a) || !/[aeiou]/.test(b);
  return isUnvocalized && consonants.length >= FEWEST_CONSONANTS && consonants === consonantsOf(b)
    ? Math.max(alike, UNVOCALIZED_PERCENT)
    : alike;
}

function consonantsOf(word: string): string {
  return word.replaceAll(/[aeiouwy]/g, '').replaceAll(/(.)\1/g, '$1');
}
