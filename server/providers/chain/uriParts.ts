/** Returns the text before and after the first separator; `after` is undefined if there is none. */
export function splitOnce(text: string, separator: string): readonly [before: string, after: string | undefined] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

/** Returns true if the query has a required parameter (BIP 21): the URI must not be paid without supporting it. */
export function hasRequiredParameter(query = ''): boolean {
  return [...new URLSearchParams(query).keys()].some((name) => name.toLowerCase().startsWith('req-'));
}
