/** Counts that are tried; some languages have a plural form used only for millions. */
const COUNTS = [...Array(1000).keys(), 1_000_000];

export type PluralSample = { readonly form: string; readonly count: number };

/**
 * Returns each plural form of the language with the smallest positive count that uses it, or zero if only zero does. Omits a
 * form that none of the counts uses.
 */
export function findPluralSamples(locale: string): PluralSample[] {
  const rules = new Intl.PluralRules(locale);
  return rules.resolvedOptions().pluralCategories.flatMap((form) => {
    const count = COUNTS.find((candidate) => candidate > 0 && rules.select(candidate) === form);
    const sample = count ?? (rules.select(0) === form ? 0 : undefined);
    return sample === undefined ? [] : [{ form, count: sample }];
  });
}
