/** Counts up to here are looked at; some languages have a form for millions alone. */
const COUNTS = [...Array(1000).keys(), 1_000_000];

export type PluralSample = { readonly form: string; readonly count: number };

/** Each form that the language has for counting things, with the smallest count that takes it; zero comes last of its form. */
export function pluralSamples(locale: string): PluralSample[] {
  const rules = new Intl.PluralRules(locale);
  return rules.resolvedOptions().pluralCategories.flatMap((form) => {
    const count = COUNTS.find((candidate) => candidate > 0 && rules.select(candidate) === form);
    const sample = count ?? (rules.select(0) === form ? 0 : undefined);
    return sample === undefined ? [] : [{ form, count: sample }];
  });
}
