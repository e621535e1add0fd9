import { formatAmount } from '@slipway/money/amount.ts';
import { escapeLine } from '../../platform/text/escapeText.ts';
import { alignColumns } from '../../platform/text/formatTable.ts';
import { isAmount } from './formatJsonText.ts';
import type { ShownFields } from './orderReport.ts';

/** The number of characters of a line. */
export const WIDTH = 100;
const INDENT = '  ';
const GAP = '  ';

/** Wraps a text into lines of at most `width` characters; longer words are broken. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [''];
  for (const word of text.split(' ')) {
    const last = lines.length - 1;
    const line = lines[last] ?? '';
    if (line === '') lines[last] = word;
    else if (line.length + 1 + word.length <= width) lines[last] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines.flatMap((line) => line.match(new RegExp(`.{1,${width}}`, 'gs')) ?? ['']);
}

/** Returns `client order id` for `clientOrderId`. */
export function formatLabel(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** Formats a value in one line; empty if there is none. */
export function formatPlainValue(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString().slice(0, 19).replace('T', ' ');
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (isAmount(value)) return `${formatAmount(value)} ${value.asset.code}`;
  if (typeof value === 'object') return flattenValues(value).join(' ');
  return typeof value === 'string' ? escapeLine(value.replaceAll(/\s+/g, ' ')) : `${value as number | bigint}`;
}

/** Flattens nested values without braces: `units=10000 assessment.risk=clear`. */
function flattenValues(value: object): string[] {
  return Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
    if (isNested(inner)) return flattenValues(inner).map((text) => `${name}.${text}`);
    const text = formatPlainValue(inner);
    return text === '' ? [] : [`${escapeLine(name)}=${text}`];
  });
}

function isNested(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(value instanceof Date) && !isAmount(value);
}

/** Formats one record: a line for each present field, with long values wrapped in their column. */
export function formatFieldLines(fields: ShownFields): string[] {
  const entries = formatTexts(fields);
  const labelWidth = Math.max(0, ...entries.map(([name]) => name.length));
  const width = WIDTH - INDENT.length - labelWidth - GAP.length;
  return entries.flatMap(([name, text]) =>
    wrap(text, width).map((line, index) =>
      `${INDENT}${(index === 0 ? name : '').padEnd(labelWidth)}${GAP}${line}`.trimEnd(),
    ),
  );
}

/**
 * Formats records as a table if it fits the width, otherwise one after the other. Fields in `below` get separate lines under
 * their row.
 */
export function formatTableLines(rows: readonly ShownFields[], below: readonly string[]): string[] {
  const names = Object.keys(rows[0] ?? {}).filter(
    (name) => !below.includes(name) && rows.some((row) => formatPlainValue(row[name]) !== ''),
  );
  const cells = rows.map((row) => names.map((name) => formatPlainValue(row[name])));
  const [header = '', dashes = '', ...lines] = alignColumns(names.map(formatLabel), cells).map((line) => INDENT + line);
  if (dashes.length > WIDTH)
    return rows.flatMap((row, index) => (index === 0 ? formatFieldLines(row) : ['', ...formatFieldLines(row)]));
  return [header, dashes, ...rows.flatMap((row, index) => [lines[index] ?? '', ...formatBelowLines(row, below)])];
}

function formatBelowLines(row: ShownFields, below: readonly string[]): string[] {
  const indent = INDENT.repeat(3);
  const labeledTexts = formatTexts(Object.fromEntries(below.map((name) => [name, row[name]])));
  const text = labeledTexts.map(([name, value]) => `${name}: ${value}`).join('; ');
  return text === '' ? [] : wrap(text, WIDTH - indent.length).map((line) => `${indent}${line}`);
}

/** Returns the labels and texts of the fields that have a value; each item of a list is on a separate line. */
function formatTexts(fields: ShownFields): [string, string][] {
  return Object.entries(fields).flatMap(([name, value]): [string, string][] => {
    if (Array.isArray(value))
      return (value as readonly ShownFields[]).map((item, index) => [
        index === 0 ? formatLabel(name) : '',
        Object.values(item).map(formatPlainValue).join(' '),
      ]);
    const text = formatPlainValue(value);
    return text === '' ? [] : [[formatLabel(name), text]];
  });
}
