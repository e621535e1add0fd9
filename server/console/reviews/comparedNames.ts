import { likenessPercent, listedName, spokenName } from '../../account/names/nameLikeness.ts';
import { nameWords } from '../../account/names/nameWords.ts';

/** A word as it was written, and how like the most like word of the other name is, in percent. */
export type ComparedWord = { readonly text: string; readonly percent: number };

export type ComparedNames = {
  readonly said: readonly ComparedWord[];
  readonly listed: readonly ComparedWord[];
  /** As the screening counts it. */
  readonly percent: number;
};

/** Two names word by word, by the same likeness that a listed name is found by. */
export function comparedNames(said: string, listed: string): ComparedNames {
  return {
    said: against(said, listed),
    listed: against(listed, said),
    percent: likenessPercent(listedName(listed), spokenName(said)),
  };
}

function against(name: string, other: string): ComparedWord[] {
  const spoken = spokenName(other);
  return name
    .split(/\s+/)
    .filter((text) => text !== '')
    .map((text) => ({ text, percent: likenessOfText(text, spoken) }));
}

/** What is written as one may be read as several; what is no name at all differs from nothing. */
function likenessOfText(text: string, spoken: ReturnType<typeof spokenName>): number {
  const words = nameWords(text);
  const whole = words.join('');
  if (whole === '' || spoken.has(whole)) return 100;
  return Math.min(...words.map((word) => (spoken.has(word) ? 100 : spoken.likenessOf(word))));
}
