/** Prefixes of the key of a reversing entry, and of a fact that is posted again after one. */
const PREFIXES = /^(?:reversal:)?(?:again:\d+:)?/;

/** Returns the fact that an entry is about, whether it posts, posts again or reverses it. Pure. */
export function extractFact(key: string): string {
  return key.replace(PREFIXES, '');
}

/** Returns the key of the entry that reverses the entry with this key. */
export function buildReversalKey(key: string): string {
  return `reversal:${key}`;
}
