/** The text before and after the first separator; undefined after where there is none. */
export function splitOnce(text: string, separator: string): readonly [before: string, after: string | undefined] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}

export function parameterNames(query: string | undefined): readonly string[] {
  return query === undefined ? [] : [...new URLSearchParams(query).keys()];
}
