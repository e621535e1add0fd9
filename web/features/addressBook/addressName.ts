import { text } from '../../i18n/text.ts';

/** Limit from the contract. Its schemas are not shipped to browsers; a test compares the two values. */
export const MAX_NAME_LENGTH = 25;

/** Returns the number of code points of the trimmed name, as the contract counts them. */
export function countNameLength(name: string): number {
  return Array.from(name.trim()).length;
}

export function isNameTooLong(name: string): boolean {
  return countNameLength(name) > MAX_NAME_LENGTH;
}

/** Returns the texts below the name field: its length and any error. */
export function buildAddressNameTexts(name: string): { readonly hint: string; readonly error: string | undefined } {
  return {
    hint: text('addressBook.name_count', { count: countNameLength(name), max: MAX_NAME_LENGTH }),
    error: isNameTooLong(name) ? text('addressBook.name_too_long', { max: MAX_NAME_LENGTH }) : undefined,
  };
}
