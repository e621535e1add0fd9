export const NO_BREAK_SPACE = '\u00a0';

/** Words that stay on one line. */
export function unbroken(words: string): string {
  return words.replaceAll(/\s/g, NO_BREAK_SPACE);
}
