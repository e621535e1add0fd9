/** With what the key of a counter-entry begins, and the key of a fact that is posted again after one. */
const PREFIXES = /^(?:reversal:)?(?:again:\d+:)?/;

/** The fact that an entry is about, whether it posts it, posts it again, or takes it back. Pure. */
export function factOf(key: string): string {
  return key.replace(PREFIXES, '');
}

/** Under which an entry is taken back. */
export function reversalKey(key: string): string {
  return `reversal:${key}`;
}
