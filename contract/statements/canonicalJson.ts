/** Values allowed in a statement: no numbers, which can be written in different ways. */
export type Json = string | boolean | null | readonly Json[] | { readonly [name: string]: Json };

/** Serializes a value to its unique text: the JSON Canonicalization Scheme (RFC 8785) for values without numbers. */
export function canonicalJson(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, inner]) => `${JSON.stringify(name)}:${canonicalJson(inner)}`).join(',')}}`;
}

function isList(value: object): value is readonly Json[] {
  return Array.isArray(value);
}
