/** The part of a name typed so far. `from` is the position of its @. */
export type PartialMention = { readonly from: number; readonly typed: string };

/** Returns the mention before the caret; undefined if there is none, or the @ belongs to an e-mail address. */
export function findMention(text: string, caret: number): PartialMention | undefined {
  const found = /(?<![\w@.])@([\w.-]{0,39})$/.exec(text.slice(0, caret));
  return found ? { from: found.index, typed: (found[1] ?? '').toLowerCase() } : undefined;
}

/** Returns the names that begin with the typed text, in their order, without a name that is typed completely. */
export function findMatchingNames({ typed }: PartialMention, names: readonly string[]): readonly string[] {
  return names.filter((name) => name.startsWith(typed) && name !== typed);
}

/** Returns the text with the name completed and followed by a space, and the new caret position. */
export function completeMention(
  text: string,
  caret: number,
  { from }: PartialMention,
  name: string,
): { text: string; caret: number } {
  const before = `${text.slice(0, from)}@${name} `;
  return { text: before + text.slice(caret).replace(/^ /, ''), caret: before.length };
}
