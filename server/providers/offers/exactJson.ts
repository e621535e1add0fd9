/** JSON whose numbers are kept as they were written: money is never read through a float. */
export type ExactJson = string | boolean | null | readonly ExactJson[] | { readonly [name: string]: ExactJson };

/** Node hands a reviver the source of each number (https://github.com/tc39/proposal-json-parse-with-source). */
type SourceReviver = (this: unknown, key: string, value: unknown, context: { readonly source?: string }) => unknown;

/** Reads JSON with each number as a plain decimal string. Throws SyntaxError for anything else. */
export function parseExactJson(text: string): ExactJson {
  const keep: SourceReviver = (_key, value, { source }) =>
    typeof value === 'number' ? plainDecimal(source ?? String(value)) : value;
  return JSON.parse(text, keep as (key: string, value: unknown) => unknown) as ExactJson;
}

/** `1.5e-7` → `0.00000015`. An exponent that no amount can have stays as it is, and is then refused as an amount. */
function plainDecimal(source: string): string {
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
