/**
 * Characters without a width that are copied along with a text and that no name, number or address needs: soft hyphens,
 * zero-width spaces, marks of direction, isolates and embeddings. The joiners U+200C and U+200D stay, since several scripts
 * need them, and so do the overrides U+202D and U+202E, which display letters in another order: fields refuse them.
 */
const INVISIBLE = /[\u00AD\u061C\u200B\u200E\u200F\u202A-\u202C\u2060-\u2064\u2066-\u2069\uFEFF]/g;

export function removeInvisible(text: string): string {
  return text.replaceAll(INVISIBLE, '');
}

/** Returns the text on one line, in composed letters (NFC), with single spaces and nothing invisible. */
export function normalizeToSingleLine(text: string): string {
  return removeInvisible(text).normalize('NFC').replaceAll(/\s+/g, ' ').trim();
}

const PLAIN_TEXT = /^(?=.*[\p{L}\p{N}])[\u200D\p{L}\p{M}\p{N}\p{P}\p{S}\u200C ]+$/u;

/** Returns true if a tidied text has a letter or digit, and no control character and no override of direction. */
export function isPlainText(text: string): boolean {
  return PLAIN_TEXT.test(text);
}
