/** Made once: a long list has hundreds of persons. */
const segmenter = new Intl.Segmenter('en');

/** Two letters for a person: of two words their first, of one word its first two. */
export function initials(name: string): string {
  const [first = '', ...others] = name.trim().split(/\s+/);
  const last = others.at(-1);
  const letters = last === undefined ? begin(first, 2) : begin(first, 1) + begin(last, 1);
  return letters.toLocaleUpperCase('en');
}

/** Letters as people count them, marks with what they stand on. */
function begin(word: string, count: number): string {
  return Array.from(segmenter.segment(word), ({ segment }) => segment)
    .slice(0, count)
    .join('');
}
