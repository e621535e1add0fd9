/** Languages in which the family name is written and asked for before the given name. */
const FAMILY_NAME_FIRST = new Set(['hu', 'ja', 'ko', 'vi', 'zh']);

export type NamePart = 'firstName' | 'lastName';

/** Returns the parts of a personal name in the language's order. */
export function nameOrder(locale: string): readonly [NamePart, NamePart] {
  const language = new Intl.Locale(locale).language;
  return FAMILY_NAME_FIRST.has(language) ? ['lastName', 'firstName'] : ['firstName', 'lastName'];
}
