/** JSON with each number as a decimal string: money is never parsed to a float. */
export type ExactJson = string | boolean | null | readonly ExactJson[] | { readonly [name: string]: ExactJson };

/**
 * Node passes the source text of each number to a reviver (https://github.com/tc39/proposal-json-parse-with-source).
 */
type SourceReviver = (this: unknown, key: string, value: unknown, context: { readonly source?: string }) => unknown;

/** Parses JSON, with each number as a decimal string without an exponent. Throws a SyntaxError for invalid JSON. */
export function parseExactJson(text: string): ExactJson {
  const preserveNumbers: SourceReviver = (_key, value, { source }) =>
    typeof value === 'number' ? toPlainDecimal(source ?? String(value)) : value;
  return JSON.parse(text, preserveNumbers as (key: string, value: unknown) => unknown) as ExactJson;
}

/**
 * Converts `1.5e-7` to `0.00000015`. Leaves an exponent of three digits unchanged: no amount can have it, so the schemas
 * reject it.
 */
function toPlainDecimal(source: string): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?[eE]([+-]?\d{1,2})$/.exec(source);
  if (!match) return source;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const digits = whole + fraction;
  const point = whole.length + Number(exponent);
  const padded = point <= 0 ? '0'.repeat(1 - point) + digits : digits.padEnd(point, '0');
  const at = point <= 0 ? 1 : point;
  const after = padded.slice(at);
  return `${sign}${padded.slice(0, at).replace(/^0+(?=\d)/, '')}${after === '' ? '' : `.${after}`}`;
}
