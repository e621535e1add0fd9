import { foldText } from '../picker/foldText.ts';

/**
 * Returns the options that contain the query, without regard to case and accents. Those that begin with it come first, so
 * that Enter after "Sudan" does not choose South Sudan.
 */
export function findMatchingOptions<Option extends { readonly label: string }>(
  options: readonly Option[],
  query: string,
): readonly Option[] {
  const foldedQuery = foldText(query);
  const matching = options.filter(({ label }) => foldText(label).includes(foldedQuery));
  const rank = ({ label }: Option) => (foldText(label).startsWith(foldedQuery) ? 0 : 1);
  return matching.toSorted((a, b) => rank(a) - rank(b));
}
