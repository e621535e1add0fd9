/** The beginning of a name that is being typed. `from`: where its @ stands. */
export type Begun = { readonly from: number; readonly typed: string };

/** What stands before the caret, where it begins a name; undefined anywhere else, an address too. */
export function mentionAt(text: string, caret: number): Begun | undefined {
  const found = /(?<![\w@.])@([\w.-]{0,39})$/.exec(text.slice(0, caret));
  return found ? { from: found.index, typed: (found[1] ?? '').toLowerCase() } : undefined;
}

/** Those whose names begin so, in their order. */
export function namesFor({ typed }: Begun, names: readonly string[]): readonly string[] {
  return names.filter((name) => name.startsWith(typed) && name !== typed);
}

/** The text with the name whole, a space after it, and where the caret stands then. */
export function completed(text: string, caret: number, { from }: Begun, name: string): { text: string; caret: number } {
  const before = `${text.slice(0, from)}@${name} `;
  return { text: before + text.slice(caret).replace(/^ /, ''), caret: before.length };
}
