import { text } from '../../i18n/text.ts';

/** The contract's own limit; its schemas are not shipped to browsers, a test keeps the two the same. */
export const NAME_MAX = 25;

/** As the contract counts: characters of the trimmed name, an emoji being one. */
export function nameLength(name: string): number {
  return Array.from(name.trim()).length;
}

export function isNameTooLong(name: string): boolean {
  return nameLength(name) > NAME_MAX;
}

/** What stands under the name's field: how long it is, and what is wrong with it. */
export function nameTexts(name: string): { readonly hint: string; readonly error: string | undefined } {
  return {
    hint: text('addressBook.name_count', { count: nameLength(name), max: NAME_MAX }),
    error: isNameTooLong(name) ? text('addressBook.name_too_long', { max: NAME_MAX }) : undefined,
  };
}
