export const NO_BREAK_SPACE = '\u00a0';

/** Replaces spaces with no-break spaces. */
export function replaceSpaces(text: string): string {
  return text.replaceAll(/\s/g, NO_BREAK_SPACE);
}
