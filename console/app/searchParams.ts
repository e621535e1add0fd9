/** The query string: filters, columns, tab. Plain text, so that a URL can be read, stored and shared. */
export type SearchParams = { readonly [name: string]: string | undefined };

export function parseSearchParams(query: string): SearchParams {
  return Object.fromEntries(new URLSearchParams(query));
}

/** Formats the query string without empty values. */
export function formatSearchParams(search: Readonly<Record<string, unknown>>): string {
  const parameters = Object.entries(search).flatMap(([name, value]): [string, string][] =>
    typeof value === 'string' && value !== '' ? [[name, value]] : [],
  );
  return parameters.length === 0 ? '' : `?${new URLSearchParams(parameters).toString()}`;
}

/** Returns a route's parsed query without the values that are not strings. */
export function readRouteSearch(search: Readonly<Record<string, unknown>>): SearchParams {
  return Object.fromEntries(
    Object.entries(search).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}
