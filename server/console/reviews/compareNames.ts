import { computeSimilarityPercent, parseListedName, parsePersonName } from '../../account/names/nameSimilarity.ts';
import { normalizeNameWords } from '../../account/names/normalizeNameWords.ts';

/** A part of a name as written, and its similarity to the closest part of the other name, in percent. */
export type ComparedWord = { readonly text: string; readonly percent: number };

export type ComparedNames = {
  readonly given: readonly ComparedWord[];
  readonly listed: readonly ComparedWord[];
  /** The similarity of the whole names, as the name screening computes it. */
  readonly percent: number;
};

/** Compares two names part by part, by the same similarity as the name screening. */
export function compareNames(buyerName: string, listed: string): ComparedNames {
  return {
    given: compareNameParts(buyerName, listed),
    listed: compareNameParts(listed, buyerName),
    percent: computeSimilarityPercent(parseListedName(listed), parsePersonName(buyerName)),
  };
}

function compareNameParts(name: string, other: string): ComparedWord[] {
  const person = parsePersonName(other);
  return name
    .split(/\s+/)
    .filter((text) => text !== '')
    .map((text) => ({ text, percent: computeTextSimilarity(text, person) }));
}

/** Returns the similarity of one written part, which may be split into several; text without letters counts as equal. */
function computeTextSimilarity(text: string, person: ReturnType<typeof parsePersonName>): number {
  const words = normalizeNameWords(text);
  const whole = words.join('');
  if (whole === '' || person.has(whole)) return 100;
  return Math.min(...words.map((word) => (person.has(word) ? 100 : person.computeLikeness(word))));
}
