/** The text before and after the first separator; undefined after where there is none. */
export function splitOnce(text: string, separator: string): readonly [before: string, after: string | undefined] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

/** Whether a link has a parameter without which it must not be paid (BIP 21). */
export function requiresMore(query = ''): boolean {
  return [...new URLSearchParams(query).keys()].some((name) => name.toLowerCase().startsWith('req-'));
}
