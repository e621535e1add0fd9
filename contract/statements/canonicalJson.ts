/** What a statement may hold: no numbers, since two writers may spell one number in two ways. */
export type Json = string | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** One text for one value, whoever writes it: the JSON Canonicalization Scheme (RFC 8785) for values without numbers. */
export function canonicalJson(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, inner]) => `${JSON.stringify(name)}:${canonicalJson(inner)}`).join(',')}}`;
}

function isList(value: object): value is readonly Json[] {
  return Array.isArray(value);
}
