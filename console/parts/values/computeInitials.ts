/** Created once: a long list has hundreds of names. */
const segmenter = new Intl.Segmenter('en');

/**
 * Returns two letters for a person: the initials of the first and last word, or the first two letters of a single one.
 */
export function computeInitials(name: string): string {
  const [first = '', ...others] = name.trim().split(/\s+/);
  const last = others.at(-1);
  const letters = last === undefined ? takeGraphemes(first, 2) : takeGraphemes(first, 1) + takeGraphemes(last, 1);
  return letters.toLocaleUpperCase('en');
}

/** Returns the first graphemes of a text. */
function takeGraphemes(text: string, count: number): string {
  return Array.from(segmenter.segment(text), ({ segment }) => segment)
    .slice(0, count)
    .join('');
}
