/** What stands after the `?`: filters, columns, tab. Plain words, so that an address can be read, kept and sent. */
export type Search = { readonly [name: string]: string | undefined };

export function parseSearch(query: string): Search {
  return Object.fromEntries(new URLSearchParams(query));
}

/** Nothing that is empty stands there. */
export function writeSearch(search: Readonly<Record<string, unknown>>): string {
  const words = Object.entries(search).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && value !== '' ? [[name, value]] : [],
  );
  return words.length === 0 ? '' : `?${new URLSearchParams(words).toString()}`;
}

/** For the routes: whatever somebody wrote into the address bar, as words. */
export function readSearch(search: Readonly<Record<string, unknown>>): Search {
  return Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}
