import { parse, stringify } from 'yaml';

export type Value = unknown;
type Table = Readonly<Record<string, Value>>;

/** As Go sees a condition. */
export function isTrue(value: Value): boolean {
  if (value === null || value === undefined || value === false || value === 0 || value === '') return false;
  if (Array.isArray(value)) return value.length > 0;
  return typeof value !== 'object' || Object.keys(value).length > 0;
}

/** As it is written out; nothing is written of what is not there. */
export function textOf(value: Value): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw new Error('a list or a table is written by toYaml');
}

function isTable(value: Value): value is Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function indent(width: Value, value: Value): string {
  const blanks = ' '.repeat(Number(width));
  return textOf(value)
    .split('\n')
    .map((line) => blanks + line)
    .join('\n');
}

function pairs(args: readonly Value[]): Table {
  if (args.length % 2 !== 0) throw new Error('dict wants pairs');
  return Object.fromEntries(args.flatMap((key, index) => (index % 2 === 0 ? [[textOf(key), args[index + 1]]] : [])));
}

/** Of the functions of Helm and Sprig those that the chart uses (https://helm.sh/docs/chart_template_guide/function_list/). */
export const templateFunctions: Readonly<Record<string, (...args: readonly Value[]) => Value>> = {
  add: (...terms) => terms.reduce<number>((sum, term) => sum + Number(term), 0),
  default: (byDefault, value) => (isTrue(value) ? value : byDefault),
  dict: (...args) => pairs(args),
  eq: (left, right) => left === right,
  fromYaml: (source) => (parse(textOf(source)) ?? {}) as Value,
  gt: (left, right) => Number(left) > Number(right),
  index: (of, key) => (of as Table)[textOf(key)],
  indent,
  int: (value) => Math.trunc(Number(value)),
  join: (between, items) => (items as readonly Value[]).map(textOf).join(textOf(between)),
  list: (...items) => items,
  // What stands earlier counts; nothing is changed in its place here, so that a chart that forgets to assign is noticed.
  merge: (...tables) => Object.assign({}, ...tables.filter(isTable).toReversed()) as Value,
  ne: (left, right) => left !== right,
  nindent: (width, value) => `\n${indent(width, value)}`,
  not: (value) => !isTrue(value),
  or: (...values) => values.find(isTrue) ?? values.at(-1),
  printf: (format, ...args) => {
    const left = [...args];
    return textOf(format).replaceAll(/%[sd]/g, () => textOf(left.shift()));
  },
  quote: (value) => JSON.stringify(textOf(value)),
  required(message, value) {
    if (value === null || value === undefined || value === '') throw new Error(textOf(message));
    return value;
  },
  toYaml: (value) => stringify(value, { sortMapEntries: true, indentSeq: false, lineWidth: 0 }).trimEnd(),
  trimSuffix: (suffix, value) =>
    textOf(value).endsWith(textOf(suffix)) ? textOf(value).slice(0, -textOf(suffix).length) : value,
  trunc: (length, value) => textOf(value).slice(0, Number(length)),
};
