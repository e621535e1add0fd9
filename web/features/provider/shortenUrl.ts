const MAX_LENGTH = 120;

/** Returns a URL as text of at most {@link MAX_LENGTH} characters, first without its query, which means nothing to the buyer. */
export function shortenUrl(url: string): string {
  if (url.length <= MAX_LENGTH) return url;
  const queryStart = url.search(/[?#]/);
  const withoutQuery = queryStart === -1 ? url : url.slice(0, queryStart + 1);
  return `${withoutQuery.slice(0, MAX_LENGTH - 1)}…`;
}
