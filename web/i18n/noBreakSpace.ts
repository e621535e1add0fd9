export const NO_BREAK_SPACE = '\u00a0';

/** Replaces spaces with no-break spaces. */
export function replaceSpaces(words: string): string {
  return words.replaceAll(/\s/g, NO_BREAK_SPACE);
}
