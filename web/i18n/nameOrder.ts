/** Languages in which a person's family name is written, and asked for, before the given name. */
const FAMILY_NAME_FIRST = new Set(['hu', 'ja', 'ko', 'vi', 'zh']);

export type NamePart = 'firstName' | 'lastName';

/** The parts of a person's name in the order of the language. */
export function nameOrder(locale: string): readonly [NamePart, NamePart] {
  const language = new Intl.Locale(locale).language;
  return FAMILY_NAME_FIRST.has(language) ? ['lastName', 'firstName'] : ['firstName', 'lastName'];
}
